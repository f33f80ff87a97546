"use client";

import type { Backup } from "@fulmar/contract";
import { Archive } from "lucide-react";
import { formatBytes } from "@/client/format.ts";
import type { WorkspacePath } from "@/client/list.ts";
import { ButtonLink } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { SiteName } from "@/components/sites.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { CaptureStatusBadge } from "@/vms/detail/capture-status-badge.tsx";
import { BackupActions } from "./backup-actions.tsx";
import { workspaceBackupList } from "./backup-queries.ts";

const BACKUPS: ListedKind = {
  one: "backup",
  many: "backups",
  icon: Archive,
  purpose: "Back a VM up on its page, by hand or by a schedule.",
  hint: "Show the backups of every status and type.",
};

const KEPT: Readonly<Record<string, string>> = { true: "VM deleted", false: "VM exists" };

const column = columnsOf<Backup>();

const columns = [
  column("vm", "VM", (backup) => (
    <div className="min-w-40 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{backup.vm_name}</span>
      {backup.vm_deleted_at !== null && (
        <p className="text-ink-muted text-xs">
          deleted <DateTime iso={backup.vm_deleted_at} />
        </p>
      )}
      <div className="leading-4">
        <Copyable text={backup.backup_id} label="backup id" />
      </div>
    </div>
  )),
  column("begun", "Begun", (backup) => <DateTime iso={backup.created_at} />),
  column("status", "Status", (backup) => <CaptureStatusBadge status={backup.status} />),
  column("type", "Type", (backup) => backup.type),
  column("volumes", "Volumes", (backup) => backup.volume_manifest_summary.summary_text),
  column("size", "Size", (backup) => (
    <span className="whitespace-nowrap">{backup.size_bytes === null ? "" : formatBytes(backup.size_bytes)}</span>
  )),
  column("site", "Site", (backup) => <SiteName siteId={backup.site_id} />),
  column("expires", "Kept until", (backup) =>
    backup.expires_at === null ? (
      <span className="whitespace-nowrap text-ink-subtle">you delete it</span>
    ) : (
      <DateTime iso={backup.expires_at} />
    ),
  ),
  column("actions", hiddenTitle("Actions"), (backup) => <BackupActions backup={backup} />),
];

export function BackupListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={workspaceBackupList}
      path={path}
      title="Backups"
      lead="Backups of all VMs, including those of deleted VMs. A VM can be created from each."
      kind={BACKUPS}
      links={
        <>
          <ButtonLink href={workspaceHref(path.workspaceId, "backups/copies")}>Copies</ButtonLink>
          <ButtonLink href={workspaceHref(path.workspaceId, "backups/destinations")}>Destinations</ButtonLink>
        </>
      }
      filters={{ kept: ["VM", (kept) => KEPT[kept] ?? kept], type: ["Type"], status: ["Status"] }}
      columns={columns}
      columnsKeptAs="backups"
      keyOf={({ backup_id }) => backup_id}
    />
  );
}
