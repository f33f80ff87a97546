"use client";

import type { VolumeHistoryEntry } from "@fulmar/contract";
import { History } from "lucide-react";
import { formatStatus } from "@/client/format.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { ACTION_NAME } from "@/operations/operation-labels.ts";
import { OperationLink } from "@/operations/operation-link.tsx";
import { hasEnded, OperationStatusBadge } from "@/operations/operation-status-badge.tsx";
import type { NamedResource } from "@/shell/resource-name.tsx";
import { useName } from "@/shell/use-names.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { VmName } from "./volume-badges.tsx";
import { type VolumePath, volumeOperationList } from "./volume-queries.ts";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: History,
  purpose: "All that happens to the volume is listed here, with snapshots, backups and restores of its VM.",
};

const column = columnsOf<VolumeHistoryEntry>();

const columns = [
  column("operation", "Operation", ({ id, operation_id, action }) =>
    operation_id === null ? (
      <div className="min-w-40 py-2">
        <span className="font-medium">{ACTION_NAME[action]}</span>
        <div className="leading-4">
          <Copyable text={id} label="id" />
        </div>
      </div>
    ) : (
      <OperationLink operation={{ operation_id, action }} />
    ),
  ),
  column("status", "Status", ({ status }) => <OperationStatusBadge operation={{ status, error_code: null }} />),
  column("result", "Result", (entry) =>
    entry.error === null ? (
      <Result entry={entry} />
    ) : (
      <span className={hasEnded(entry.status) ? "text-bad" : "text-ink-muted"}>{entry.error}</span>
    ),
  ),
  column("started", "Started", ({ started_at }) => <DateTime iso={started_at} />),
  column("completed", "Completed", ({ completed_at }) =>
    completed_at === null ? <span className="text-ink-subtle">not yet</span> : <DateTime iso={completed_at} />,
  ),
];

/** All that happened to a volume, newest first. */
export function VolumeOperations(path: VolumePath) {
  return (
    <ListTable
      list={volumeOperationList}
      path={path}
      kind={OPERATIONS}
      label="Operations"
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
}

/** An operation's outcome: `VM db-1, device path /dev/vdb`. */
function Result({ entry: { vm_id, result } }: { entry: VolumeHistoryEntry }) {
  const vm = useName(vm_id);
  const parts = Object.entries({ vm_id, ...result }).filter(([, value]) => value !== null && value !== "");
  if (parts.length === 0) return <span className="text-ink-subtle">none</span>;
  return (
    <span className="block min-w-40 text-ink-muted">
      {parts.map(([field, value], index) => (
        <span key={field}>
          {index > 0 && ", "}
          {field === "vm_id" && vm !== null ? <InVm vm={vm} /> : part(field, value)}
        </span>
      ))}
    </span>
  );
}

function InVm({ vm }: { vm: NamedResource }) {
  return (
    <>
      VM <VmName {...vm} />
    </>
  );
}

function part(field: string, value: unknown): string {
  if (field === "size_gb") return gigabytes(Number(value));
  if (typeof value === "boolean") return `${value ? "" : "not "}${formatStatus(field)}`;
  return `${formatStatus(field)} ${typeof value === "string" ? value : JSON.stringify(value)}`;
}
