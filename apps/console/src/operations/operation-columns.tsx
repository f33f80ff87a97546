"use client";

import type { ComputeOperation } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { OperationLink } from "./operation-link.tsx";
import { OperationStatusBadge } from "./operation-status-badge.tsx";
import { OperationStepText } from "./operation-step-text.tsx";

const column = columnsOf<ComputeOperation>();

/** The operations of one VM. */
export const operationColumns = column.columns([
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
    id: "updated",
    header: "Last change",
    cell: ({ row: { original: operation } }) => <DateTime iso={operation.updated_at} />,
  }),
]);
