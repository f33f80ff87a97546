"use client";

import type { Backup } from "@fulmar/contract";
import { useCopiesOf } from "@/backups/use-copies-of.tsx";
import { formatBytes } from "@/client/format.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useCaptureRefusals } from "../capture-actions.tsx";
import { CaptureStatusBadge } from "../capture-status-badge.tsx";
import { useVm } from "../vm-place.tsx";

/** The end of an id, which distinguishes ids that begin alike. */
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
    <span className="whitespace-nowrap">{backup.trigger === "schedule" ? "scheduled" : "manual"}</span>
  )),
  column("size", "Size", (backup) => (
    <span className="whitespace-nowrap">{backup.size_bytes === null ? "" : formatBytes(backup.size_bytes)}</span>
  )),
  column("expires", "Kept until", (backup) =>
    backup.expires_at === null ? (
      <span className="whitespace-nowrap text-ink-subtle">you delete it</span>
    ) : (
      <DateTime iso={backup.expires_at} />
    ),
  ),
  column("actions", hiddenTitle("Actions"), (backup) => <BackupActions backup={backup} />),
];

/** A full backup starts a chain. An incremental backup follows the one before it. */
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

const MakeImage = onDemand(async () => (await import("@/images/make-image.tsx")).MakeImage);
const RestoreBackup = onDemand(async () => (await import("../restore-question.tsx")).RestoreBackup);

function BackupActions({ backup }: { backup: Backup }) {
  const { vm, procedures, plans, target, refusal } = useVm();
  const refusals = useCaptureRefusals("backup", backup.status);
  const copies = useCopiesOf(backup);
  const changed = useChanged();
  return (
    <DeleteAction
      deletion={procedures.backup.delete}
      input={{ ...target, backup_id: backup.backup_id }}
      plan={plans.backup.delete}
      onDeleted={() => changed("Deleted the backup", backup.backup_id)}
      what="backup"
      name={backup.backup_id}
      title="Delete this backup?"
      lead="The VM can no longer be restored to it. This cannot be undone; the VM itself keeps running."
      typed
      refusal={refusals.remove}
      row={`backup ${backup.backup_id}`}
      others={[
        {
          label: "Restore",
          refusal: refusals.restore,
          dialog: (state) => <RestoreBackup backup={backup} {...state} />,
        },
        {
          label: "Make an image",
          refusal: refusal("snapshot") ?? (backup.status === "succeeded" ? null : "The backup has not succeeded."),
          dialog: (state) => (
            <MakeImage origin={{ backup_id: backup.backup_id }} vmId={vm.id} of={`a backup of ${vm.name}`} {...state} />
          ),
        },
        ...copies,
      ]}
    />
  );
}
