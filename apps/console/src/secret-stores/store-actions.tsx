"use client";

import type { SecretStore } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ActionMenu } from "@/components/action-menu.tsx";
import { Button } from "@/components/button.tsx";
import { protectionRefusal } from "@/components/deletion-protection.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const DeleteStore = onDemand(async () => (await import("./delete-store.tsx")).DeleteStore);

/**
 * The actions on a whole store, which depend on its state.
 * @param menu shows them in a menu, as in the rows of a list
 */
export function StoreActions({
  store,
  menu = false,
  onGone,
}: {
  store: SecretStore;
  menu?: boolean;
  onGone?: () => void;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const path = { workspace_id: workspaceId, store_id: store.id };
  const changes = (done: string, failed: string) => ({
    onSuccess: async () => {
      notify.done(`${done} ${store.name}`);
      await Promise.all([
        queryClient.invalidateQueries(trpc.secretStore.pathFilter()),
        queryClient.invalidateQueries(trpc.secret.pathFilter()),
      ]);
    },
    onError: (error: unknown) => notify.failed(`${store.name} was not ${failed}`, problemOf(error).detail),
  });
  const archive = useMutation(trpc.secretStore.archive.mutationOptions(changes("Archived", "archived")));
  const unarchive = useMutation(
    trpc.secretStore.unarchive.mutationOptions(changes("Took back into use", "taken back into use")),
  );
  const restore = useMutation(trpc.secretStore.restore.mutationOptions(changes("Restored", "restored")));
  const refusal = roleRefusal("secret-store.write");
  const actions = [
    ...(store.status === "active"
      ? [{ label: "Archive", refusal, busy: archive.isPending, onSelect: () => archive.mutate(path) }]
      : []),
    ...(store.status === "archived"
      ? [{ label: "Unarchive", refusal, busy: unarchive.isPending, onSelect: () => unarchive.mutate(path) }]
      : []),
    ...(store.status === "deleting"
      ? [{ label: "Restore", refusal, busy: restore.isPending, onSelect: () => restore.mutate(path) }]
      : []),
    {
      label: store.status === "deleting" ? "Destroy now" : "Delete",
      refusal: refusal ?? protectionRefusal("secret store", store.deletion_protection),
      remove: true,
      busy: false,
      onSelect: () => setDeleting(true),
    },
  ];
  return (
    <>
      {menu ? (
        <ActionMenu label={`Actions for ${store.name}`} actions={actions} />
      ) : (
        actions.map(({ label, remove = false, onSelect, ...rest }) => (
          // The key lets an action keep its focus when it is replaced by its opposite, such as Unarchive.
          <Button key={remove ? "remove" : "use"} {...rest} look={remove ? "remove" : "secondary"} onClick={onSelect}>
            {label}
          </Button>
        ))
      )}
      {deleting && <DeleteStore store={store} onClose={() => setDeleting(false)} {...(onGone && { onGone })} />}
    </>
  );
}
