"use client";

import type { SecretVersion } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { planOf } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Confirm } from "@/components/confirm.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
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

type Asked = "disable" | "destroy";

/** Disables, enables or destroys a version. The dialog names the resources that use the secret's latest version. */
function VersionActions({ version: { version, status } }: { version: SecretVersion }) {
  const { workspaceId } = useWorkspace();
  const { secret, store, writeRefusal } = useSecret();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const path = { workspace_id: workspaceId, store_id: store.id, secret_id: secret.id, version: String(version) };
  const changes = (done: string) => ({
    onSuccess: async () => {
      setAsked(null);
      notify.done(`${done} version ${version}`);
      await queryClient.invalidateQueries(trpc.secretVersion.pathFilter());
    },
  });
  const enable = useMutation(
    trpc.secretVersion.enable.mutationOptions({
      ...changes("Enabled"),
      onError: (error) => notify.failed(`Version ${version} was not enabled`, problemOf(error).detail),
    }),
  );
  const disable = useMutation(trpc.secretVersion.disable.mutationOptions(changes("Disabled")));
  const destroy = useMutation(trpc.secretVersion.destroy.mutationOptions(changes("Destroyed")));
  const ask = (next: Asked) => {
    disable.reset();
    destroy.reset();
    setAsked(next);
  };
  const gone = status === "destroyed" ? "The version is destroyed." : null;
  return (
    <>
      <RowMenu
        name={`version ${version}`}
        actions={[
          status === "disabled"
            ? { label: "Enable", refusal: writeRefusal, onSelect: () => enable.mutate(path) }
            : { label: "Disable", refusal: writeRefusal ?? gone, onSelect: () => ask("disable") },
          { label: "Destroy", refusal: writeRefusal ?? gone, remove: true, onSelect: () => ask("destroy") },
        ]}
      />
      <Confirm
        open={asked === "disable"}
        onClose={() => setAsked(null)}
        title={`Disable version ${version}?`}
        lead="Its value is not returned until it is enabled again."
        action="Disable version"
        plan={planOf(trpc.changePlan.secretVersion.disable, path)}
        busy={disable.isPending}
        error={disable.error}
        onConfirm={() => disable.mutate(path)}
      />
      <Confirm
        open={asked === "destroy"}
        onClose={() => setAsked(null)}
        title={`Destroy version ${version}?`}
        lead="Its value is permanently erased at once; the version stays in the list. This cannot be undone."
        action="Destroy version"
        typeName={`version ${version}`}
        plan={planOf(trpc.changePlan.secretVersion.destroy, path)}
        busy={destroy.isPending}
        error={destroy.error}
        onConfirm={() => destroy.mutate(path)}
      />
    </>
  );
}
