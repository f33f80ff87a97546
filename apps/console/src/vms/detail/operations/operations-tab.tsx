"use client";

import type { ComputeOperation } from "@fulmar/contract";
import { Activity } from "lucide-react";
import { formatStatus } from "@/client/format.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { ACTION_NAME } from "@/operations/operation-labels.ts";
import { OperationLink } from "@/operations/operation-link.tsx";
import { OperationStatusBadge, OperationStepText } from "@/operations/operation-status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { vmOperationList } from "../tab-queries.ts";
import { useVm } from "../vm-place.tsx";

const column = columnsOf<ComputeOperation>();

const operationColumns = [
  column("operation", "Operation", (operation) => <OperationLink operation={operation} />),
  column("status", "Status", (operation) => <OperationStatusBadge operation={operation} />),
  column("step", "Step", (operation) => <OperationStepText operation={operation} />),
  column("submitted", "Submitted", (operation) => <DateTime iso={operation.submitted_at} />),
  column("updated", "Last change", (operation) => <DateTime iso={operation.updated_at} />),
];

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: Activity,
  purpose: "Actions on this VM are listed here, step by step.",
  hint: "None of the VM's operations has this action and status.",
};

/** The VM's operations, newest first. */
export function OperationsTab() {
  const { workspaceId } = useWorkspace();
  const { vm, kind } = useVm();
  return (
    <ListTable
      list={vmOperationList}
      path={{ workspaceId, vmId: vm.id, kind }}
      changing={vm.operation_id !== null}
      kind={OPERATIONS}
      label="Operations"
      filters={{ action: ["Action", (action) => ACTION_NAME[action]], status: ["Status", formatStatus] }}
      columns={operationColumns}
      keyOf={({ operation_id }) => operation_id}
    />
  );
}
