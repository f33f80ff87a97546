"use client";

import type { SnapshotSet } from "@fulmar/contract";
import { Camera } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { SiteName } from "@/components/sites.tsx";
import { CaptureStatusBadge } from "@/vms/detail/capture-status-badge.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { SnapshotActions } from "./snapshot-actions.tsx";
import { workspaceSnapshotList } from "./snapshot-queries.ts";

const SNAPSHOTS: ListedKind = {
  one: "snapshot",
  many: "snapshots",
  icon: Camera,
  purpose: "Take a snapshot of a VM on its page.",
  hint: "Search for another part of the name or description, or show the snapshots of every status.",
};

const KEPT: Readonly<Record<string, string>> = { true: "VM deleted", false: "VM exists" };

const column = columnsOf<SnapshotSet>();

const columns = [
  column("name", "Name", ({ name, description, snapshot_set_id }) => (
    <div className="min-w-36 max-w-72 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      {description !== null && <p className="truncate text-ink-muted text-xs">{description}</p>}
      <div className="leading-4">
        <Copyable text={snapshot_set_id} label="snapshot id" />
      </div>
    </div>
  )),
  column("vm", "VM", ({ vm_name, vm_deleted_at }) => (
    <div className="min-w-32 py-2">
      <span className="[overflow-wrap:anywhere]">{vm_name}</span>
      {vm_deleted_at !== null && (
        <p className="text-ink-muted text-xs">
          VM deleted <DateTime iso={vm_deleted_at} />
        </p>
      )}
    </div>
  )),
  column("taken", "Taken", (snapshot) => <DateTime iso={snapshot.created_at} />),
  column("status", "Status", (snapshot) => <CaptureStatusBadge status={snapshot.status} />),
  column("volumes", "Captured", (snapshot) => snapshot.volume_manifest_summary.summary_text),
  column("size", "Size", ({ size_gb }) => (
    <span className="whitespace-nowrap">{size_gb === null ? "" : gigabytes(size_gb)}</span>
  )),
  column("site", "Site", (snapshot) => <SiteName siteId={snapshot.site_id} />),
  column("until", "Kept until", ({ outlives_vm }) => (
    <span className="whitespace-nowrap text-ink-subtle">{outlives_vm ? "you delete it" : "its VM is deleted"}</span>
  )),
  column("actions", hiddenTitle("Actions"), (snapshot) => <SnapshotActions snapshot={snapshot} />),
];

export function SnapshotListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={workspaceSnapshotList}
      path={path}
      title="Snapshots"
      lead="Snapshots of all VMs, including those that have outlived their VM. A VM can be created from each."
      kind={SNAPSHOTS}
      filters={{ kept: ["VM", (kept) => KEPT[kept] ?? kept], status: ["Status"] }}
      columns={columns}
      columnsKeptAs="snapshots"
      keyOf={({ snapshot_set_id }) => snapshot_set_id}
    />
  );
}
