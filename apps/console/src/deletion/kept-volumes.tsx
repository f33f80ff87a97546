"use client";

import type { Volume } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { KeptActions } from "./kept-actions.tsx";

const column = columnsOf<Volume>();

/** The columns of deleted volumes that can be restored. */
export const keptVolumeColumns = [
  column("name", "Name", (volume) => <span className="font-medium">{volume.name}</span>),
  column("size", "Size", (volume) => <span className="tabular-nums">{volume.size_gb.toLocaleString("en-US")} GB</span>),
  column(
    "restorable",
    "Can be restored until",
    (volume) => volume.restorable_until !== null && <DateTime iso={volume.restorable_until} />,
  ),
  column("actions", hiddenTitle("Actions"), (volume) => <KeptVolumeActions volume={volume} />),
];

function KeptVolumeActions({ volume: { volume_id, name } }: { volume: Volume }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const restore = useMutation(trpc.volume.restore.mutationOptions());
  const purge = useMutation(trpc.volume.purge.mutationOptions());
  const target = { workspace_id: workspaceId, volume_id };
  return (
    <KeptActions
      what="volume"
      name={name}
      refusal={roleRefusal("block-storage.write")}
      restored={`Restored ${name}`}
      restore={{ ...restore, mutateAsync: () => restore.mutateAsync(target) }}
      purgePlan={planOf(trpc.changePlan.volume.purge, target)}
      purge={{ ...purge, mutateAsync: () => purge.mutateAsync(target) }}
    />
  );
}
