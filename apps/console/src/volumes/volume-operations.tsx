"use client";

import type { VolumeOperation } from "@fulmar/contract";
import { History } from "lucide-react";
import { formatStatus } from "@/client/format-status.ts";
import { gigabytes } from "@/cloud-vms/plan.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import type { NamedResource } from "@/shell/resource-name.tsx";
import { useName } from "@/shell/use-names.tsx";
import { VmName, VolumeOperationBadge } from "./volume-badges.tsx";
import { type VolumePath, vmOf, volumeOperationList } from "./volume-queries.ts";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: History,
  purpose: "Creating, attaching, detaching and growing the volume are listed here.",
};

const column = columnsOf<VolumeOperation>();

const columns = [
  column("operation", "Operation", (original) => (
    <div className="py-2">
      <span className="inline-block font-medium first-letter:uppercase">{formatStatus(original.operation)}</span>
      <div className="leading-4">
        <Copyable text={original.id} label="operation id" />
      </div>
    </div>
  )),
  column("status", "Status", (original) => <VolumeOperationBadge status={original.status} />),
  column("result", "Result", (original) =>
    original.error !== undefined ? (
      <span className={original.status === "in-progress" ? "text-ink-muted" : "text-bad"}>{original.error}</span>
    ) : (
      <Result operation={original} />
    ),
  ),
  column("started", "Started", (original) => <DateTime iso={original.started_at} />),
  column("completed", "Completed", (original) =>
    original.completed_at === null ? (
      <span className="text-ink-subtle">not yet</span>
    ) : (
      <DateTime iso={original.completed_at} />
    ),
  ),
];

/** The operations of a volume, newest first. */
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

/** The result of an operation: `VM db-1, device path /dev/vdb`. */
function Result({ operation }: { operation: VolumeOperation }) {
  const vm = useName(vmOf(operation));
  const parts = Object.entries(operation.result ?? {}).filter(([, value]) => value !== null && value !== "");
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
