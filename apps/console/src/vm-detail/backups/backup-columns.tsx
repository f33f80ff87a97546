"use client";

import type { Backup } from "@fulmar/contract";
import { bytesInWords } from "@/client/bytes.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { CaptureStatusBadge } from "../capture-status-badge.tsx";
import { BackupActions } from "./backup-actions.tsx";

/** Enough of an id to find it among the others, which begin alike. */
const ID_END = 8;

const column = columnsOf<Backup>();

export const backupColumns = [
  column("begun", "Begun", (backup) => (
    <div className="min-w-40 py-2">
      <DateTime iso={backup.created_at} />
      <div className="leading-4">
        <Copyable text={backup.backup_id} label="id" />
      </div>
    </div>
  )),
  column("status", "Status", (backup) => (
    <div className="max-w-64 py-2">
      <CaptureStatusBadge status={backup.status} />
      {backup.error_message !== null && <p className="mt-1 text-bad text-xs">{backup.error_message}</p>}
    </div>
  )),
  column("chain", "Chain", (backup) => <Chain backup={backup} />),
  column("trigger", "Run", (backup) => (
    <span className="whitespace-nowrap">{backup.trigger === "schedule" ? "by schedule" : "by hand"}</span>
  )),
  column("size", "Size", (backup) => (
    <span className="whitespace-nowrap">{backup.size_bytes === null ? "" : bytesInWords(backup.size_bytes)}</span>
  )),
  column("expires", "Kept until", (backup) =>
    backup.expires_at === null ? (
      <span className="whitespace-nowrap text-ink-subtle">it is deleted</span>
    ) : (
      <DateTime iso={backup.expires_at} />
    ),
  ),
  column("actions", hiddenTitle("Actions"), (backup) => <BackupActions backup={backup} />),
];

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
