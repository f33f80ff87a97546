"use client";

import type { WorkspaceOperation } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { duration } from "./operation-labels.ts";
import { OperationLink } from "./operation-link.tsx";
import { OperationStatusBadge, OperationStepText } from "./operation-status-badge.tsx";
import { ResourceLink } from "./resource-link.tsx";

const column = columnsOf<WorkspaceOperation>();

const what = [
  column("operation", "Operation", (operation) => <OperationLink operation={operation} />),
  column("status", "Status", (operation) => <OperationStatusBadge operation={operation} />),
];
const when = [
  column("step", "Step", (operation) => <OperationStepText operation={operation} />),
  column("submitted", "Submitted", (operation) => <DateTime iso={operation.submitted_at} />),
  column(
    "took",
    "Took",
    (operation) =>
      operation.finished_at !== null && (
        <span className="whitespace-nowrap tabular-nums">
          {duration(Date.parse(operation.finished_at) - Date.parse(operation.submitted_at))}
        </span>
      ),
  ),
];

/** The columns of a workspace's operations. */
export const operationColumns = [
  ...what,
  column("resource", "Resource", (operation) => <ResourceLink operation={operation} />),
  ...when,
];

/** The same on the page of the resource that they all belong to. */
export const columnsOfOneResource = [...what, ...when];
