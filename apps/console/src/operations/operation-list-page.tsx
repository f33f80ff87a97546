"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { inWords } from "@/client/in-words.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ColumnChoice, useHiddenColumns } from "@/components/column-choice.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { OPERATION_LIST, operationListInput } from "./operation-queries.ts";
import { hasEnded } from "./operation-status-badge.tsx";
import { ACTION_NAME } from "./operation-words.ts";
import { workspaceOperationColumns } from "./workspace-operation-columns.tsx";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: Activity,
  purpose:
    "What takes time, such as creating a VM or attaching a volume, is an operation. Each appears here as soon as it is asked for.",
  hint: "None of the operations has this status and action.",
};

const CHOOSABLE = [
  ["resource", "Resource"],
  ["status", "Status"],
  ["step", "Step"],
  ["submitted", "Submitted"],
  ["took", "Took"],
] as const;

/** All that is and was done to the VMs and volumes of the workspace. */
export function OperationListPage() {
  return (
    <>
      <PageHeader
        title="Operations"
        lead="What is done to VMs and volumes, step by step. This page follows what is under way."
      />
      <Operations />
    </>
  );
}

function Operations() {
  const { status, action } = OPERATION_LIST.filters;
  const columns = useHiddenColumns("operations");
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const list = useListChoice(OPERATION_LIST);
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.workspaceOperation.list.queryOptions(operationListInput(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(data?.items.some(({ status }) => !hasEnded(status)) ?? false),
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
              name: "status",
              label: "Status",
              value: list.choice.status ?? "",
              options: status.map((each) => [each, inWords(each)] as const),
            },
            {
              name: "action",
              label: "Action",
              value: list.choice.action ?? "",
              options: action.map((each) => [each, ACTION_NAME[each]] as const),
            },
          ]}
          onChoose={list.choose}
        >
          <ColumnChoice columns={CHOOSABLE} hidden={columns.hidden} onShow={columns.show} />
        </ListToolbar>
      }
    >
      {(items) => (
        <DataTable
          label="Operations"
          columns={workspaceOperationColumns}
          rows={items}
          keyOf={({ operation_id }) => operation_id}
          hidden={columns.hidden}
        />
      )}
    </ResourceList>
  );
}
