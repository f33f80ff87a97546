"use client";

import type { WorkspaceOperation } from "@fulmar/contract";
import { Activity } from "lucide-react";
import { formatStatus } from "@/client/format.ts";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { ACTION_NAME, duration } from "./operation-labels.ts";
import { OperationLink } from "./operation-link.tsx";
import { operationList } from "./operation-queries.ts";
import { OperationStatusBadge, OperationStepText } from "./operation-status-badge.tsx";
import { ResourceLink } from "./resource-link.tsx";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: Activity,
  purpose:
    "Actions that take time, such as creating a VM or attaching a volume, are operations. Each appears here as " +
    "soon as it is requested.",
  hint: "None of the operations has this status and action.",
};

const column = columnsOf<WorkspaceOperation>();

/** The columns of a workspace's operations. */
const columns = [
  column("operation", "Operation", (operation) => <OperationLink operation={operation} />),
  column("status", "Status", (operation) => <OperationStatusBadge operation={operation} />),
  column("resource", "Resource", (operation) => <ResourceLink operation={operation} />),
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

export function OperationListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={operationList}
      path={path}
      title="Operations"
      lead="Actions on VMs and volumes, step by step. This page follows running operations."
      kind={OPERATIONS}
      filters={{ status: ["Status", formatStatus], action: ["Action", (action) => ACTION_NAME[action]] }}
      columns={columns}
      columnsKeptAs="operations"
      keyOf={({ operation_id }) => operation_id}
    />
  );
}
