"use client";

import type { SecretVersion } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useSecret } from "./secret-frame.tsx";
import { VersionStatusBadge } from "./store-status-badge.tsx";

const column = columnsOf<SecretVersion>();

export const versionColumns = [
  column("version", "Version", (original) => <span className="font-medium tabular-nums">{original.version}</span>),
  column("status", "Status", (original) => <VersionStatusBadge status={original.status} />),
  column("encoding", "Kind", (original) => (original.encoding === "utf8" ? "text" : "bytes")),
  column("created", "Created", (original) => <DateTime iso={original.created_at} />),
  column("destroyed", "Destroyed", (original) =>
    original.destroyed_at === null ? (
      <span className="text-ink-subtle">no</span>
    ) : (
      <DateTime iso={original.destroyed_at} />
    ),
  ),
  column("actions", hiddenTitle("Actions"), (original) => <VersionActions version={original} />),
];

/** Disables, enables or destroys a version. The dialog names the resources that use the secret's latest version. */
function VersionActions({ version: { version, status } }: { version: SecretVersion }) {
  const { workspaceId } = useWorkspace();
  const { secret, store, writeRefusal } = useSecret();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const path = { workspace_id: workspaceId, store_id: store.id, secret_id: secret.id, version: String(version) };
  const changed = (done: string) => {
    notify.done(`${done} version ${version}`);
    return queryClient.invalidateQueries(trpc.secretVersion.pathFilter());
  };
  const enable = useMutation(
    trpc.secretVersion.enable.mutationOptions({
      onSuccess: () => changed("Enabled"),
      onError: (error) => notify.failed(`Version ${version} was not enabled`, problemOf(error).detail),
    }),
  );
  const gone = status === "destroyed" ? "The version is destroyed." : null;
  return (
    <DeleteAction
      deletion={trpc.secretVersion.destroy}
      input={path}
      plan={trpc.changePlan.secretVersion.destroy}
      onDeleted={() => changed("Destroyed")}
      verb="Destroy"
      what="version"
      name={`version ${version}`}
      lead="Its value is permanently erased at once; the version stays in the list. This cannot be undone."
      typed
      refusal={writeRefusal ?? gone}
      row={`version ${version}`}
      others={[
        status === "disabled"
          ? { label: "Enable", refusal: writeRefusal, onSelect: () => enable.mutate(path) }
          : {
              label: "Disable",
              refusal: writeRefusal ?? gone,
              dialog: (state) => (
                <ConfirmChange
                  {...state}
                  change={trpc.secretVersion.disable}
                  input={path}
                  plan={trpc.changePlan.secretVersion.disable}
                  onDone={() => changed("Disabled")}
                  title={`Disable version ${version}?`}
                  lead="Its value is not returned until it is enabled again."
                  action="Disable version"
                />
              ),
            },
      ]}
    />
  );
}
