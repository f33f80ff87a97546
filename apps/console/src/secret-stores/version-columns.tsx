"use client";

import type { SecretVersion } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { VersionStatusBadge } from "./store-status-badge.tsx";
import { VersionActions } from "./version-actions.tsx";

const column = columnsOf<SecretVersion>();

export const versionColumns = column.columns([
  column.display({
    id: "version",
    header: "Version",
    cell: ({ row: { original } }) => <span className="font-medium tabular-nums">{original.version}</span>,
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original } }) => <VersionStatusBadge status={original.status} />,
  }),
  column.display({
    id: "encoding",
    header: "Kind",
    cell: ({ row: { original } }) => (original.encoding === "utf8" ? "text" : "bytes"),
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original } }) => <DateTime iso={original.created_at} />,
  }),
  column.display({
    id: "destroyed",
    header: "Destroyed",
    cell: ({ row: { original } }) =>
      original.destroyed_at === null ? (
        <span className="text-ink-subtle">no</span>
      ) : (
        <DateTime iso={original.destroyed_at} />
      ),
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original } }) => <VersionActions version={original} />,
  }),
]);
