"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "@/client/format.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
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
  const dialog = (state: DialogState) => <RevokeQuestion token={token} onRevoked={onRevoked} {...state} />;
  return inRow ? (
    <RowMenu name={token.name} actions={[{ label: "Revoke", refusal: null, remove: true, dialog }]} />
  ) : (
    <DialogButton look="remove" dialog={dialog}>
      Revoke
    </DialogButton>
  );
}

function RevokeQuestion({
  token,
  onRevoked,
  ...state
}: { token: Pick<ApiTokenRecord, "token_id" | "name">; onRevoked: (() => void) | undefined } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [endMade, setEndMade] = useState(true);
  const place = { workspace_id: workspaceId, token_id: token.token_id };
  const revocation = { ...place, keep_credentials: !endMade };
  const made = useQuery({ ...trpc.apiToken.get.queryOptions(place), enabled: state.open });
  const { access_keys: keys = 0, tokens = 0 } = made.data ?? {};
  const ending = [
    ...(keys > 0 ? [countOf(keys, "access key")] : []),
    ...(tokens > 0 ? [countOf(tokens, "token")] : []),
  ].join(" and ");
  return (
    <ConfirmChange
      {...state}
      title={`Revoke ${token.name}?`}
      lead="Programs that use this token are refused from the next request on. This cannot be undone."
      action="Revoke token"
      typeName={token.name}
      change={trpc.apiToken.revoke}
      input={revocation}
      plan={trpc.changePlan.apiToken.revoke}
      loading={made.isLoading}
      error={made.error}
      onDone={async () => {
        notify.done(`Revoked ${token.name}`, "It stops working at once.");
        onRevoked?.();
        await Promise.all(
          [trpc.apiToken, trpc.accessKey].map((changed) => queryClient.invalidateQueries(changed.pathFilter())),
        );
      }}
    >
      {ending !== "" && (
        <CheckOption
          label={`Delete the ${ending} it made${tokens > 0 ? " or rotated" : ""}`}
          hint={
            <>
              Programs that use them are refused at once. Clear this only if you are sure that only your programs have
              their values.
            </>
          }
          checked={endMade}
          onChange={(event) => setEndMade(event.currentTarget.checked)}
        />
      )}
    </ConfirmChange>
  );
}
