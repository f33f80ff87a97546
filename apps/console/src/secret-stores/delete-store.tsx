"use client";

import { RESTORE_DAYS, type SecretStore } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * Deletes a store, restorably or for good. The dialog lists the blockers: secrets in it, and the resources that use
 * them.
 */
export function DeleteStore({
  store,
  onClose,
  onGone,
}: {
  store: SecretStore;
  onClose: () => void;
  onGone?: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const deleted = store.status === "deleting";
  const [force, setForce] = useState(false);
  const [destroyChosen, setDestroy] = useState(false);
  const destroy = deleted || destroyChosen;
  const removal = { workspace_id: workspaceId, store_id: store.id, force, destroy };
  return (
    <ConfirmChange
      open
      onClose={onClose}
      title={destroy ? `Destroy ${store.name}?` : `Delete ${store.name}?`}
      lead={
        destroy
          ? "Its encryption key is destroyed with it, so its secrets can never be read again. This cannot be undone."
          : `Programs are refused at once. The store can be restored with its secrets for ${RESTORE_DAYS} days, ` +
            "and is destroyed then."
      }
      action={destroy ? "Destroy store" : "Delete store"}
      typeName={store.name}
      change={trpc.secretStore.delete}
      input={removal}
      plan={trpc.changePlan.secretStore.delete}
      onDone={async ({ status }) => {
        notify.done(
          status === "destroyed" ? `Destroyed ${store.name}` : `Deleted ${store.name}`,
          status === "destroyed" ? undefined : `It can be restored for ${RESTORE_DAYS} days.`,
        );
        onGone?.();
        await queryClient.invalidateQueries(trpc.secretStore.list.pathFilter());
      }}
    >
      {!deleted && (
        <>
          <CheckOption
            label="With its secrets"
            hint="Without this, a store that contains secrets is not deleted."
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
          <CheckOption
            label="Destroy at once"
            hint={`Do not keep it for ${RESTORE_DAYS} days: it cannot be restored.`}
            checked={destroyChosen}
            onChange={(event) => setDestroy(event.currentTarget.checked)}
          />
        </>
      )}
    </ConfirmChange>
  );
}
