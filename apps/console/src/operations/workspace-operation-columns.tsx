"use client";

import type { WorkspaceOperation } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { duration } from "./duration.ts";
import { OperationLink } from "./operation-link.tsx";
import { OperationStatusBadge } from "./operation-status-badge.tsx";
import { OperationStepText } from "./operation-step-text.tsx";
import { ResourceLink } from "./resource-link.tsx";

const column = columnsOf<WorkspaceOperation>();

/** All operations of a workspace. */
export const workspaceOperationColumns = column.columns([
  column.display({
    id: "operation",
    header: "Operation",
    cell: ({ row: { original: operation } }) => <OperationLink operation={operation} />,
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: operation } }) => <OperationStatusBadge operation={operation} />,
  }),
  column.display({
    id: "resource",
    header: "Resource",
    cell: ({ row: { original: operation } }) => <ResourceLink operation={operation} />,
  }),
  column.display({
    id: "step",
    header: "Step",
    cell: ({ row: { original: operation } }) => <OperationStepText operation={operation} />,
  }),
  column.display({
    id: "submitted",
    header: "Submitted",
    cell: ({ row: { original: operation } }) => <DateTime iso={operation.submitted_at} />,
  }),
  column.display({
    id: "took",
    header: "Took",
    cell: ({ row: { original: operation } }) =>
      operation.finished_at !== null && (
        <span className="whitespace-nowrap tabular-nums">
          {duration(Date.parse(operation.finished_at) - Date.parse(operation.submitted_at))}
        </span>
      ),
  }),
]);
