"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useState } from "react";
import { WHOLE_LIST } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { Button } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateSnapshot } from "./create-snapshot.tsx";
import { snapshotColumns } from "./snapshot-columns.tsx";
import { useVolumeRefusal } from "./volume-actions.tsx";
import { useVolume } from "./volume-frame.tsx";
import { volumePartsInput } from "./volume-queries.ts";
import { isSnapshotUnderWay } from "./volume-status-badge.tsx";

const SNAPSHOTS: ListedKind = {
  one: "snapshot",
  many: "snapshots",
  icon: Camera,
  purpose:
    "Take one before a risky change: a new volume can be made from it at any time. The volume may stay attached meanwhile.",
};

/** The snapshots of a volume: made, made into volumes, deleted. */
export function VolumeSnapshots() {
  const { workspaceId } = useWorkspace();
  const volume = useVolume();
  const trpc = useTRPC();
  const list = useListChoice(WHOLE_LIST);
  const pages = usePages();
  const [creating, setCreating] = useState(false);
  const refusal = useVolumeRefusal(volume);
  const query = useQuery({
    ...trpc.volumeSnapshot.list.queryOptions(
      volumePartsInput(workspaceId, volume.volume_id, list.choice, pages.cursor),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.items.some(({ status }) => isSnapshotUnderWay(status)) ?? false),
  });
  const underWay = query.data?.items.some(({ status }) => isSnapshotUnderWay(status))
    ? "A snapshot is being taken; wait until that has ended."
    : null;
  const take = (
    <Button look="primary" onClick={() => setCreating(true)} refusal={refusal("snapshot") ?? underWay}>
      <Camera className="size-4" aria-hidden />
      Take a snapshot
    </Button>
  );
  return (
    <Section
      title="Snapshots"
      lead="What was on the volume at a moment. A snapshot becomes a new volume."
      actions={take}
    >
      <ResourceList kind={SNAPSHOTS} list={list} query={query} pages={pages}>
        {(items) => (
          <DataTable
            label="List of snapshots"
            columns={snapshotColumns}
            rows={items.map((snapshot) => ({ ...snapshot, workspaceId }))}
            keyOf={({ snapshot_id }) => snapshot_id}
          />
        )}
      </ResourceList>
      <CreateSnapshot volume={volume} open={creating} onClose={() => setCreating(false)} />
    </Section>
  );
}
