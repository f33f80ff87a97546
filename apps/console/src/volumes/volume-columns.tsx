"use client";

import type { Volume } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { SiteName } from "@/networking/sites.tsx";
import type { NamedResource } from "@/shell/resource-name.tsx";
import { VmName } from "./vm-name.tsx";
import { VolumeStatusBadge } from "./volume-status-badge.tsx";
import { TYPE_NAME } from "./volume-types.ts";

type Row = Volume & { readonly workspaceId: string; readonly vm: NamedResource | null };
const column = columnsOf<Row>();

export const volumeColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: volume } }) => (
      <div className="min-w-40 py-2">
        <PromptLink
          href={`/workspaces/${volume.workspaceId}/volumes/${volume.volume_id}`}
          className="rounded font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
        >
          {volume.name}
        </PromptLink>
        <div className="leading-4">
          <Copyable text={volume.volume_id} label="id" />
        </div>
      </div>
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: volume } }) => <VolumeStatusBadge status={volume.status} />,
  }),
  column.display({
    id: "size",
    header: "Size",
    cell: ({ row: { original: volume } }) => (
      <span className="whitespace-nowrap tabular-nums">
        {volume.size_gb.toLocaleString("en-US")} GB <span className="text-ink-subtle">{TYPE_NAME[volume.type]}</span>
      </span>
    ),
  }),
  column.display({
    id: "attached",
    header: "Attached to",
    cell: ({ row: { original: volume } }) =>
      volume.vm === null ? (
        <span className="text-ink-subtle">no VM</span>
      ) : (
        <span className="whitespace-nowrap">
          <VmName {...volume.vm} />
          {volume.device_path !== null && <span className="ml-2 text-ink-subtle text-xs">{volume.device_path}</span>}
        </span>
      ),
  }),
  column.display({
    id: "site",
    header: "Site",
    cell: ({ row: { original: volume } }) => <SiteName siteId={volume.site_id} />,
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: volume } }) => <DateTime iso={volume.created_at} />,
  }),
]);

/** What the list lets its reader hide. */
export const VOLUME_COLUMN_TITLES = [
  ["status", "Status"],
  ["size", "Size"],
  ["attached", "Attached to"],
  ["site", "Site"],
  ["created", "Created"],
] as const;
