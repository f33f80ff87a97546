"use client";

import type { Volume } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { NameCell } from "@/networking/name-cell.tsx";
import { VolumeStatusBadge } from "@/volumes/volume-status-badge.tsx";
import { TYPE_NAME } from "@/volumes/volume-types.ts";
import { DetachVolume } from "./detach-volume.tsx";

const column = columnsOf<Volume>();

export const volumeColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: volume } }) => <NameCell page="volumes" id={volume.volume_id} name={volume.name} />,
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: volume } }) => <VolumeStatusBadge status={volume.status} />,
  }),
  column.display({
    id: "size",
    header: "Size",
    cell: ({ row: { original: volume } }) => <span className="whitespace-nowrap">{volume.size_gb} GB</span>,
  }),
  column.display({ id: "type", header: "Type", cell: ({ row: { original: volume } }) => TYPE_NAME[volume.type] }),
  column.display({
    id: "device",
    header: "Device",
    cell: ({ row: { original: volume } }) => (
      <code className="font-mono text-xs">{volume.device_path ?? "not yet"}</code>
    ),
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: volume } }) => (
      <div className="text-right">
        <DetachVolume volume={volume} />
      </div>
    ),
  }),
]);
