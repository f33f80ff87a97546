"use client";

import { RESTORE_DAYS, SECRET_REFUSALS, type Secret, type SecretStore } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Deletes or restores a secret. */
export function SecretActions({ secret, store }: { secret: Secret; store: SecretStore }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [destroyChosen, setDestroy] = useState(false);
  const path = { workspace_id: workspaceId, store_id: store.id, secret_id: secret.id };
  const deleted = secret.restorable_until !== null;
  const destroy = deleted || destroyChosen;
  const refusal =
    roleRefusal("secret-store.write") ?? (store.status === "archived" ? SECRET_REFUSALS.store_archived : null);
  const restore = useMutation(
    trpc.secret.restore.mutationOptions({
      onSuccess: async () => {
        notify.done(`Restored ${secret.key}`);
        await queryClient.invalidateQueries(trpc.secret.pathFilter());
      },
      onError: (error) => notify.failed(`${secret.key} was not restored`, problemOf(error).detail),
    }),
  );
  return (
    <>
      {deleted && (
        <Button refusal={refusal} busy={restore.isPending} onClick={() => restore.mutate(path)}>
          Restore
        </Button>
      )}
      <DeleteAction
        deletion={trpc.secret.delete}
        input={{ ...path, destroy }}
        plan={trpc.changePlan.secret.delete}
        onDeleted={({ status }) => {
          const gone = status === "destroyed";
          notify.done(
            `${gone ? "Destroyed" : "Deleted"} ${secret.key}`,
            gone ? undefined : `It can be restored for ${RESTORE_DAYS} days.`,
          );
          if (gone) router.push(`/workspaces/${workspaceId}/secret-stores/${store.id}`);
          return queryClient.invalidateQueries(gone ? trpc.secret.list.pathFilter() : trpc.secret.pathFilter());
        }}
        verb={destroy ? "Destroy" : "Delete"}
        what="secret"
        name={secret.key}
        lead={
          destroy
            ? "All versions of its value are wiped at once. This cannot be undone."
            : `Programs that ask for it are refused at once. It can be restored for ${RESTORE_DAYS} days, ` +
              "and is destroyed then."
        }
        typed={destroy}
        button={deleted ? "Destroy now" : "Delete"}
        refusal={refusal}
        onAsk={() => setDestroy(false)}
      >
        {!deleted && (
          <CheckOption
            label="Destroy at once"
            hint={`Do not keep it for ${RESTORE_DAYS} days: it cannot be restored.`}
            checked={destroyChosen}
            onChange={(event) => setDestroy(event.currentTarget.checked)}
          />
        )}
      </DeleteAction>
    </>
  );
}
