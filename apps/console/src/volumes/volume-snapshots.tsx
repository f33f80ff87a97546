"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateSnapshot } from "./create-snapshot.tsx";
import { snapshotColumns } from "./snapshot-columns.tsx";
import { useVolumeRefusal } from "./volume-actions.tsx";
import { useVolume } from "./volume-frame.tsx";
import { volumeInputs } from "./volume-queries.ts";
import { isSnapshotUnderWay } from "./volume-status-badge.tsx";

/** The snapshots of a volume: made, made into volumes, deleted. */
export function VolumeSnapshots() {
  const { workspaceId } = useWorkspace();
  const volume = useVolume();
  const trpc = useTRPC();
  const pages = usePages();
  const [creating, setCreating] = useState(false);
  const refusal = useVolumeRefusal(volume);
  const input = { ...volumeInputs(workspaceId, volume.volume_id).snapshots, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const query = useQuery({
    ...trpc.volumeSnapshot.list.queryOptions(input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some(({ status }) => isSnapshotUnderWay(status)) ?? false),
  });
  const underWay = query.data?.items.some(({ status }) => isSnapshotUnderWay(status)) ? "A snapshot is being taken; wait until that has ended." : null;
  const take = (
    <Button look="primary" onClick={() => setCreating(true)} refusal={refusal("snapshot") ?? underWay}>
      <Camera className="size-4" aria-hidden />
      Take a snapshot
    </Button>
  );
  return (
    <Section title="Snapshots" lead="What was on the volume at a moment. A snapshot becomes a new volume." actions={take}>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ items, nextCursor }) =>
          items.length === 0 && pages.first ? (
            <Panel icon={<Camera className="size-5" aria-hidden />} title="No snapshots yet">
              <p>Take one before a risky change: a new volume can be made from it at any time. The volume may stay attached meanwhile.</p>
            </Panel>
          ) : (
            <>
              <DataTable
                label="List of snapshots"
                columns={snapshotColumns}
                rows={items.map((snapshot) => ({ ...snapshot, workspaceId }))}
                keyOf={({ snapshot_id }) => snapshot_id}
              />
              <Pager pages={pages} nextCursor={nextCursor} />
            </>
          )
        }
      </Loaded>
      <CreateSnapshot volume={volume} open={creating} onClose={() => setCreating(false)} />
    </Section>
  );
}
