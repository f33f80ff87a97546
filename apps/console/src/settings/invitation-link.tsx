"use client";

import { onDemand } from "@/client/on-demand.tsx";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";

const Question = onDemand(async () => (await import("@/components/dialog.tsx")).Question);

/** The link of an invitation, shown this once. */
export function InvitationLink({ email, secret, onClose }: { email: string; secret: string; onClose: () => void }) {
  return (
    <Question
      open
      onClose={onClose}
      title={`Invitation for ${email}`}
      lead="Hand this link over in a way that only they read. It is not kept, so it cannot be shown again."
    >
      <div className="mt-4 space-y-4">
        <CopyBlock label="Invitation link" text={`${window.location.origin}/invitations/${secret}`} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Question>
  );
}
