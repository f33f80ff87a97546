"use client";

import type { ComputeOperation } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { OperationLink } from "./operation-link.tsx";
import { OperationStatusBadge } from "./operation-status-badge.tsx";
import { OperationStepText } from "./operation-step-text.tsx";

const column = columnsOf<ComputeOperation>();

/** The columns of one VM's operations. */
export const operationColumns = [
  column("operation", "Operation", (operation) => <OperationLink operation={operation} />),
  column("status", "Status", (operation) => <OperationStatusBadge operation={operation} />),
  column("step", "Step", (operation) => <OperationStepText operation={operation} />),
  column("submitted", "Submitted", (operation) => <DateTime iso={operation.submitted_at} />),
  column("updated", "Last change", (operation) => <DateTime iso={operation.updated_at} />),
];
