"use client";

import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";

/** The secret of a webhook, shown once. */
export function WebhookSecret({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  const [saved, setSaved] = useState(false);
  return (
    <div className="max-w-2xl space-y-6">
      <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        Copy the secret of {name} now. It can never be shown again. Your program verifies signatures with it.
      </p>
      <CopyBlock label="Secret" text={secret} />
      <CheckOption
        label="I have saved the secret"
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Button look="primary" refusal={saved ? null : "Save the secret first: it is not shown again."} onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
