"use client";

import { rolesWith } from "@fulmar/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateVolumeForm } from "./create-volume-form.tsx";
import { createVolumeInputs, type SnapshotPath } from "./create-volume-queries.ts";

/** @param from the snapshot to begin with; undefined for an empty volume */
export function CreateVolumePage({ from }: { from: SnapshotPath | undefined }) {
  const { workspaceId } = useWorkspace();
  return (
    <>
      <PageHeader crumbs={[{ label: "Volumes", href: `/workspaces/${workspaceId}/volumes` }]} title="New volume" />
      <RoleGate may={rolesWith("block-storage.write")} deed="create volumes">
        {from === undefined ? <EmptyVolume /> : <VolumeFromSnapshot from={from} />}
      </RoleGate>
    </>
  );
}

function EmptyVolume() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const sites = useQuery(trpc.site.list.queryOptions(createVolumeInputs(workspaceId).sites));
  return (
    <Loaded query={sites} skeleton={<BlockSkeleton className="h-72" />}>
      {({ items }) => <CreateVolumeForm sites={items} source={undefined} />}
    </Loaded>
  );
}

function VolumeFromSnapshot({ from }: { from: SnapshotPath }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const [sites, snapshot, volume] = useQueries({
    queries: [
      trpc.site.list.queryOptions(createVolumeInputs(workspaceId).sites),
      trpc.volumeSnapshot.get.queryOptions({ workspace_id: workspaceId, ...from }),
      trpc.volume.get.queryOptions({ workspace_id: workspaceId, volume_id: from.volume_id }),
    ],
  });
  if (sites.data && snapshot.data && volume.data) {
    return <CreateVolumeForm sites={sites.data.items} source={{ snapshot: snapshot.data, volume: volume.data }} />;
  }
  const failed = [sites, snapshot, volume].find((query) => query.error !== null);
  if (failed) return <ProblemPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  return <BlockSkeleton className="h-72" />;
}
