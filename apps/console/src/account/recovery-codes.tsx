"use client";

import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";

/** Ways in without the app, each good once; shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false);
  return (
    <div className="max-w-md space-y-4">
      <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        Save these codes now: each signs you in once without the app, and they are never shown again.
      </p>
      <CopyBlock label="Recovery codes" text={codes.join("\n")} />
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          checked={saved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
          className="size-4 accent-accent"
        />
        I have saved the codes
      </label>
      <Button
        look="primary"
        refusal={saved ? null : "Save the codes first: they are not shown again."}
        onClick={onDone}
      >
        Done
      </Button>
    </div>
  );
}
