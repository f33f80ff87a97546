"use client";

import type { ComputeOperation } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ACTION_NAME, inWords } from "./status.ts";
import { OperationStatusBadge } from "./vm-status-badge.tsx";

const column = columnsOf<ComputeOperation>();

export const operationColumns = column.columns([
  column.display({
    id: "operation",
    header: "Operation",
    cell: ({ row: { original: operation } }) => (
      <div className="min-w-40 py-2">
        <span className="font-medium">{ACTION_NAME[operation.action]}</span>
        <div className="leading-4">
          <Copyable text={operation.operation_id} label="id" />
        </div>
      </div>
    ),
  }),
  column.display({ id: "status", header: "Status", cell: ({ row: { original: operation } }) => <OperationStatusBadge status={operation.status} /> }),
  column.display({
    id: "step",
    header: "Step",
    cell: ({ row: { original: operation } }) =>
      operation.error_message === null ? (
        <span className="text-ink-muted">{operation.current_step === null ? "" : inWords(operation.current_step)}</span>
      ) : (
        <span className="text-bad">{operation.error_message}</span>
      ),
  }),
  column.display({ id: "submitted", header: "Submitted", cell: ({ row: { original: operation } }) => <DateTime iso={operation.submitted_at} /> }),
  column.display({ id: "updated", header: "Last change", cell: ({ row: { original: operation } }) => <DateTime iso={operation.updated_at} /> }),
]);
