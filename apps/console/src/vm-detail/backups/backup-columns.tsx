"use client";

import type { Backup } from "@fulmar/contract";
import { bytesInWords } from "@/client/bytes.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { CaptureStatusBadge } from "../capture-status-badge.tsx";
import { BackupActions } from "./backup-actions.tsx";

/** Enough of an id to find it among the others, which begin alike. */
const ID_END = 8;

const column = columnsOf<Backup>();

export const backupColumns = column.columns([
  column.display({
    id: "begun",
    header: "Begun",
    cell: ({ row: { original: backup } }) => (
      <div className="min-w-40 py-2">
        <DateTime iso={backup.created_at} />
        <div className="leading-4">
          <Copyable text={backup.backup_id} label="id" />
        </div>
      </div>
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: backup } }) => (
      <div className="max-w-64 py-2">
        <CaptureStatusBadge status={backup.status} />
        {backup.error_message !== null && <p className="mt-1 text-bad text-xs">{backup.error_message}</p>}
      </div>
    ),
  }),
  column.display({ id: "chain", header: "Chain", cell: ({ row: { original: backup } }) => <Chain backup={backup} /> }),
  column.display({
    id: "trigger",
    header: "Run",
    cell: ({ row: { original: backup } }) => (
      <span className="whitespace-nowrap">{backup.trigger === "schedule" ? "by schedule" : "by hand"}</span>
    ),
  }),
  column.display({
    id: "size",
    header: "Size",
    cell: ({ row: { original: backup } }) => (
      <span className="whitespace-nowrap">{backup.size_bytes === null ? "" : bytesInWords(backup.size_bytes)}</span>
    ),
  }),
  column.display({
    id: "expires",
    header: "Kept until",
    cell: ({ row: { original: backup } }) =>
      backup.expires_at === null ? (
        <span className="whitespace-nowrap text-ink-subtle">it is deleted</span>
      ) : (
        <DateTime iso={backup.expires_at} />
      ),
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: backup } }) => <BackupActions backup={backup} />,
  }),
]);

/** A full backup begins a chain; an incremental one hangs on the one before it. */
function Chain({ backup }: { backup: Backup }) {
  if (backup.type === "full") return <span className="font-medium">Full</span>;
  return (
    <div className="whitespace-nowrap border-line-strong border-l-2 py-1 pl-2.5">
      Incremental
      {backup.parent_backup_id !== null && (
        <div title={backup.parent_backup_id} className="text-ink-muted text-xs leading-4">
          upon <span className="font-mono">…{backup.parent_backup_id.slice(-ID_END)}</span>
        </div>
      )}
    </div>
  );
}
