"use client";

import type { VolumeSnapshot } from "@fulmar/contract";
import { bytesInWords } from "@/client/bytes.ts";
import { ButtonLink } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteSnapshot } from "./delete-snapshot.tsx";
import { isSnapshotUnderWay, SnapshotStatusBadge } from "./volume-status-badge.tsx";

type Row = VolumeSnapshot & { readonly workspaceId: string };
const column = columnsOf<Row>();

export const snapshotColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: snapshot } }) => (
      <div className="min-w-36 py-2">
        <span className="font-medium [overflow-wrap:anywhere]">{snapshot.name}</span>
        <div className="leading-4">
          <Copyable text={snapshot.snapshot_id} label="snapshot id" />
        </div>
      </div>
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: snapshot } }) => (
      <>
        <SnapshotStatusBadge status={snapshot.status} />
        {snapshot.error_message !== null && <p className="mt-1 text-bad text-xs">{snapshot.error_message}</p>}
      </>
    ),
  }),
  column.display({
    id: "size",
    header: "Size",
    cell: ({ row: { original: snapshot } }) => (
      <span className="whitespace-nowrap tabular-nums">
        {snapshot.size_gb} GB
        {snapshot.stored_bytes !== null && (
          <span className="block text-ink-subtle text-xs">takes up {bytesInWords(snapshot.stored_bytes)}</span>
        )}
      </span>
    ),
  }),
  column.display({
    id: "created",
    header: "Taken",
    cell: ({ row: { original: snapshot } }) => <DateTime iso={snapshot.created_at} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: snapshot } }) => <SnapshotActions snapshot={snapshot} />,
  }),
]);

function SnapshotActions({ snapshot }: { snapshot: Row }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const refusal = roleRefusal("block-storage.write");
  const notReady =
    snapshot.status === "succeeded"
      ? null
      : `The snapshot is ${snapshot.status}; a volume is made from one that has succeeded.`;
  const underWay = isSnapshotUnderWay(snapshot.status)
    ? `The snapshot is ${snapshot.status}; wait until it has succeeded or failed.`
    : null;
  return (
    <div className="flex justify-end gap-2">
      <ButtonLink
        href={`/workspaces/${workspaceId}/volumes/new?volume_id=${snapshot.volume_id}&snapshot_id=${snapshot.snapshot_id}`}
        aria-label={`New volume from ${snapshot.name}`}
        refusal={refusal ?? notReady}
      >
        New volume
      </ButtonLink>
      <DeleteSnapshot snapshot={snapshot} refusal={refusal ?? underWay} />
    </div>
  );
}
