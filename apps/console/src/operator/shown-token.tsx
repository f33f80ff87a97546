"use client";

import { onDemand } from "@/client/on-demand.tsx";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";

const Question = onDemand(async () => (await import("@/components/dialog.tsx")).Question);

/** Shows the value of a token once. */
export function ShownToken({
  title,
  lead = "Copy it now. It is not kept, so it can never be shown again.",
  token,
  onClose,
}: {
  title: string;
  lead?: string;
  token: string;
  onClose: () => void;
}) {
  return (
    <Question open onClose={onClose} title={title} lead={lead}>
      <div className="mt-4 space-y-4">
        <CopyBlock label="Token" text={token} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            I have saved it
          </Button>
        </div>
      </div>
    </Question>
  );
}
