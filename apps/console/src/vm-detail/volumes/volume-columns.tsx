"use client";

import type { Volume } from "@fulmar/contract";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { TYPE_NAME, VolumeStatusBadge } from "@/volumes/volume-words.tsx";
import { DetachVolume } from "./detach-volume.tsx";

const column = columnsOf<Volume>();

export const volumeColumns = [
  column("name", "Name", (volume) => <NameCell page="volumes" id={volume.volume_id} name={volume.name} />),
  column("status", "Status", (volume) => <VolumeStatusBadge status={volume.status} />),
  column("size", "Size", (volume) => <span className="whitespace-nowrap">{volume.size_gb} GB</span>),
  column("type", "Type", (volume) => TYPE_NAME[volume.type]),
  column("device", "Device", (volume) => <code className="font-mono text-xs">{volume.device_path ?? "not yet"}</code>),
  column("actions", hiddenTitle("Actions"), (volume) => (
    <div className="text-right">
      <DetachVolume volume={volume} />
    </div>
  )),
];
