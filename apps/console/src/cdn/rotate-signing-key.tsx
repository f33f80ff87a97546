"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * Signs with a new key from now on. Revoking the earlier ones breaks links that are out there, so it is asked for by
 * name.
 */
export function RotateSigningKey() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [revoke, setRevoke] = useState(false);
  const rotate = useMutation(
    trpc.cdnSigningKey.rotate.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(
          "Rotated the signing key",
          revoke ? "Every URL that was signed before is refused now." : "URLs that were signed before stay good.",
        );
        await queryClient.invalidateQueries(trpc.cdnSigningKey.pathFilter());
      },
    }),
  );
  return (
    <>
      <Button
        refusal={roleRefusal("cdn.write")}
        onClick={() => {
          rotate.reset();
          setRevoke(false);
          setOpen(true);
        }}
      >
        <RotateCw className="size-4" aria-hidden />
        Rotate
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Rotate the signing key?"
        lead="URLs are signed with a new key from now on. Those that were signed before stay good until they expire, seven days at most."
        action={revoke ? "Rotate and revoke" : "Rotate"}
        {...(revoke && { typeName: "revoke" })}
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ workspace_id: workspaceId, revoke_previous: revoke })}
      >
        <CheckOption
          label="Revoke the earlier keys"
          hint="Refuses at once every URL that was signed so far, wherever it has been sent: for a URL or a key that has leaked."
          checked={revoke}
          onChange={(event) => setRevoke(event.currentTarget.checked)}
        />
      </Confirm>
    </>
  );
}
