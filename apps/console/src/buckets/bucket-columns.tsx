"use client";

import type { Bucket } from "@fulmar/contract";
import { bytesInWords } from "@/client/bytes.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { VisibilityBadge } from "./visibility-badge.tsx";

const column = columnsOf<Bucket & { readonly workspaceId: string }>();

export const bucketColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: bucket } }) => (
      <PromptLink
        href={`/workspaces/${bucket.workspaceId}/buckets/${bucket.name}`}
        className="inline-block min-w-40 rounded font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
      >
        {bucket.name}
      </PromptLink>
    ),
  }),
  column.display({
    id: "visibility",
    header: "Visibility",
    cell: ({ row: { original: bucket } }) => <VisibilityBadge isPublic={bucket.is_public} />,
  }),
  column.display({
    id: "objects",
    header: "Objects",
    cell: ({ row: { original: bucket } }) => (
      <span className="tabular-nums">{(bucket.object_count ?? 0).toLocaleString("en")}</span>
    ),
  }),
  column.display({
    id: "size",
    header: "Size",
    cell: ({ row: { original: bucket } }) => (
      <span className="whitespace-nowrap tabular-nums">{bytesInWords(bucket.total_size ?? 0)}</span>
    ),
  }),
  column.display({
    id: "region",
    header: "Region",
    cell: ({ row: { original: bucket } }) => <span className="whitespace-nowrap">{bucket.region}</span>,
  }),
  column.display({
    id: "lock",
    header: "Object lock",
    cell: ({ row: { original: bucket } }) => (bucket.bucket_lock_enabled ? "on" : "off"),
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: bucket } }) => bucket.created_at !== null && <DateTime iso={bucket.created_at} />,
  }),
]);

/** What the list lets its reader hide. */
export const BUCKET_COLUMN_TITLES = [
  ["visibility", "Visibility"],
  ["objects", "Objects"],
  ["size", "Size"],
  ["region", "Region"],
  ["lock", "Object lock"],
  ["created", "Created"],
] as const;
