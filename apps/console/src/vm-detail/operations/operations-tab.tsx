"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { formatStatus } from "@/client/format-status.ts";
import { refreshEvery } from "@/client/live.ts";
import { useListChoice, usePages } from "@/client/use-list.ts";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { operationColumns } from "@/operations/operation-columns.tsx";
import { ACTION_NAME } from "@/operations/operation-labels.ts";
import { hasEnded } from "@/operations/operation-status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";
import { HISTORY, historyInput } from "./operations-query.ts";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: Activity,
  purpose: "What is done to this VM is listed here, step by step.",
  hint: "None of the VM's operations has this action and status.",
};

/** The VM's operations, newest first. */
export function OperationsTab() {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const list = useListChoice(HISTORY);
  const pages = usePages(list.key);
  const query = useQuery({
    ...procedures.vm.operations.queryOptions(historyInput(workspaceId, vm.id, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(vm.operation_id !== null || (data?.items.some(({ status }) => !hasEnded(status)) ?? false)),
  });
  return (
    <ResourceList
      kind={OPERATIONS}
      list={list}
      query={query}
      pages={pages}
      toolbar={
        <ListToolbar
          filters={[
            {
              name: "action",
              label: "Action",
              value: list.choice.action ?? "",
              options: HISTORY.filters.action.map((action) => [action, ACTION_NAME[action]] as const),
            },
            {
              name: "status",
              label: "Status",
              value: list.choice.status ?? "",
              options: HISTORY.filters.status.map((status) => [status, formatStatus(status)] as const),
            },
          ]}
          onChoose={list.choose}
        />
      }
    >
      {(items) => (
        <DataTable
          label="Operations"
          columns={operationColumns}
          rows={items}
          keyOf={(operation) => operation.operation_id}
        />
      )}
    </ResourceList>
  );
}
