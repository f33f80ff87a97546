"use client";

import type { VolumeOperation } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { inWords } from "@/client/in-words.ts";
import { WHOLE_LIST } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import type { NamedResource } from "@/shell/resource-name.tsx";
import { useNames } from "@/shell/use-names.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmName } from "./vm-name.tsx";
import { useVolume } from "./volume-frame.tsx";
import { vmOf, volumePartsInput } from "./volume-queries.ts";
import { VolumeOperationBadge } from "./volume-status-badge.tsx";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: History,
  purpose: "Creating, attaching, detaching and growing the volume are written down here.",
};

type Row = VolumeOperation & { readonly vm: NamedResource | null };
const column = columnsOf<Row>();

const columns = column.columns([
  column.display({
    id: "operation",
    header: "Operation",
    cell: ({ row: { original } }) => (
      <div className="py-2">
        <span className="inline-block font-medium first-letter:uppercase">{inWords(original.operation)}</span>
        <div className="leading-4">
          <Copyable text={original.id} label="operation id" />
        </div>
      </div>
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original } }) => <VolumeOperationBadge status={original.status} />,
  }),
  column.display({
    id: "result",
    header: "Result",
    cell: ({ row: { original } }) =>
      original.error !== undefined ? (
        <span className={original.status === "in-progress" ? "text-ink-muted" : "text-bad"}>{original.error}</span>
      ) : (
        <Result result={original.result ?? {}} vm={original.vm} />
      ),
  }),
  column.display({
    id: "started",
    header: "Started",
    cell: ({ row: { original } }) => <DateTime iso={original.started_at} />,
  }),
  column.display({
    id: "completed",
    header: "Completed",
    cell: ({ row: { original } }) =>
      original.completed_at === null ? (
        <span className="text-ink-subtle">not yet</span>
      ) : (
        <DateTime iso={original.completed_at} />
      ),
  }),
]);

/** What was done with a volume, newest first. */
export function VolumeOperations() {
  const list = useListChoice(WHOLE_LIST);
  const { workspaceId } = useWorkspace();
  const volume = useVolume();
  const trpc = useTRPC();
  const pages = usePages();
  const query = useQuery({
    ...trpc.volume.operations.queryOptions(volumePartsInput(workspaceId, volume.volume_id, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.items.some(({ status }) => status === "in-progress") ?? false),
  });
  const nameOf = useNames(query.data?.items.map(vmOf) ?? []);
  const named = (operation: VolumeOperation) => {
    const id = vmOf(operation);
    return { ...operation, vm: id === null ? null : nameOf(id) };
  };
  return (
    <ResourceList kind={OPERATIONS} list={list} query={query} pages={pages}>
      {(items) => <DataTable label="Operations" columns={columns} rows={items.map(named)} keyOf={({ id }) => id} />}
    </ResourceList>
  );
}

/** What an operation came to: `VM db-1, device path /dev/vdb`. */
function Result({ result, vm }: { result: NonNullable<VolumeOperation["result"]>; vm: NamedResource | null }) {
  const parts = Object.entries(result).filter(([, value]) => value !== null && value !== "");
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
  if (field === "size_gb") return `${String(value)} GB`;
  if (typeof value === "boolean") return `${value ? "" : "not "}${inWords(field)}`;
  return `${inWords(field)} ${typeof value === "string" ? value : JSON.stringify(value)}`;
}
