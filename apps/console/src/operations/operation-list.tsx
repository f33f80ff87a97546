"use client";

import { Activity } from "lucide-react";
import { formatStatus } from "@/client/format-status.ts";
import type { WorkspacePath } from "@/client/list.ts";
import { ListPage } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { operationColumns } from "./operation-columns.tsx";
import { ACTION_NAME } from "./operation-labels.ts";
import { operationList } from "./operation-queries.ts";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: Activity,
  purpose:
    "Actions that take time, such as creating a VM or attaching a volume, are operations. Each appears here as soon as it is requested.",
  hint: "None of the operations has this status and action.",
};

/** The list of all operations of the workspace. */
export function OperationListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={operationList}
      path={path}
      title="Operations"
      lead="Actions on VMs and volumes, step by step. This page follows running operations."
      kind={OPERATIONS}
      filters={{ status: ["Status", formatStatus], action: ["Action", (action) => ACTION_NAME[action]] }}
      columns={operationColumns}
      columnsKeptAs="operations"
      keyOf={({ operation_id }) => operation_id}
    />
  );
}
