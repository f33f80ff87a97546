"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** @param label the button's name where a page has several */
export function RevokeToken({
  token,
  label,
  onRevoked,
}: {
  token: Pick<ApiTokenRecord, "token_id" | "name">;
  label?: string;
  onRevoked?: () => void;
}) {
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const revoke = useMutation(
    trpc.apiToken.revoke.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Revoked ${token.name}`, "Its very next request is refused.");
        onRevoked?.();
        await queryClient.invalidateQueries(trpc.apiToken.list.pathFilter());
      },
    }),
  );
  return (
    <>
      <Button look="remove" aria-label={label} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Revoke ${token.name}?`}
        lead="Programs that use this token are refused from their very next request on. This cannot be undone."
        action="Revoke token"
        typeName={token.name}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate({ organization_id: organization.organization_id, token_id: token.token_id })}
      />
    </>
  );
}
