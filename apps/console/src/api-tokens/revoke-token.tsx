"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { countOf } from "@/components/count-of.ts";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * Revokes a token. The access keys that it made are deleted, unless the box is cleared.
 * @param label the button's name where a page has several
 */
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
  const [revokeKeys, setRevokeKeys] = useState(true);
  const place = { organization_id: organization.organization_id, token_id: token.token_id };
  const made = useQuery({ ...trpc.apiToken.get.queryOptions(place), enabled: open });
  const keys = made.data?.access_keys ?? 0;
  const revoke = useMutation(
    trpc.apiToken.revoke.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Revoked ${token.name}`, "It stops working at once.");
        onRevoked?.();
        await Promise.all(
          [trpc.apiToken.list, trpc.accessKey].map((changed) => queryClient.invalidateQueries(changed.pathFilter())),
        );
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
        lead="Programs that use this token are refused from the next request on. This cannot be undone."
        action="Revoke token"
        typeName={token.name}
        busy={revoke.isPending || made.isLoading}
        error={revoke.error ?? made.error}
        onConfirm={() => revoke.mutate({ ...place, keep_access_keys: !revokeKeys })}
      >
        {keys > 0 && (
          <CheckOption
            label={`Delete the ${countOf(keys, "access key")} it made`}
            hint="S3 clients that use them are refused at once. Clear this only if you are sure that only your programs have their values."
            checked={revokeKeys}
            onChange={(event) => setRevokeKeys(event.currentTarget.checked)}
          />
        )}
      </Confirm>
    </>
  );
}
