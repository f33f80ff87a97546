"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "@/client/format.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * Revokes a token. The access keys and tokens that it made end too, unless the box is cleared.
 * @param inRow puts it in the menu of a table's row
 */
export function RevokeToken({
  token,
  inRow = false,
  onRevoked,
}: {
  token: Pick<ApiTokenRecord, "token_id" | "name">;
  inRow?: boolean;
  onRevoked?: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [endMade, setEndMade] = useState(true);
  const place = { workspace_id: workspaceId, token_id: token.token_id };
  const revocation = { ...place, keep_credentials: !endMade };
  const made = useQuery({ ...trpc.apiToken.get.queryOptions(place), enabled: open });
  const { access_keys: keys = 0, tokens = 0 } = made.data ?? {};
  const ending = [
    ...(keys > 0 ? [countOf(keys, "access key")] : []),
    ...(tokens > 0 ? [countOf(tokens, "token")] : []),
  ].join(" and ");
  const revoke = useMutation(
    trpc.apiToken.revoke.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Revoked ${token.name}`, "It stops working at once.");
        onRevoked?.();
        await Promise.all(
          [trpc.apiToken, trpc.accessKey].map((changed) => queryClient.invalidateQueries(changed.pathFilter())),
        );
      },
    }),
  );
  return (
    <>
      {inRow ? (
        <RowMenu
          name={token.name}
          actions={[{ label: "Revoke", refusal: null, remove: true, onSelect: () => setOpen(true) }]}
        />
      ) : (
        <Button look="remove" onClick={() => setOpen(true)}>
          Revoke
        </Button>
      )}
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Revoke ${token.name}?`}
        lead="Programs that use this token are refused from the next request on. This cannot be undone."
        action="Revoke token"
        typeName={token.name}
        plan={planOf(trpc.changePlan.apiToken.revoke, revocation)}
        busy={revoke.isPending || made.isLoading}
        error={revoke.error ?? made.error}
        onConfirm={() => revoke.mutate(revocation)}
      >
        {ending !== "" && (
          <CheckOption
            label={`Delete the ${ending} it made${tokens > 0 ? " or rotated" : ""}`}
            hint="Programs that use them are refused at once. Clear this only if you are sure that only your programs have their values."
            checked={endMade}
            onChange={(event) => setEndMade(event.currentTarget.checked)}
          />
        )}
      </Confirm>
    </>
  );
}
