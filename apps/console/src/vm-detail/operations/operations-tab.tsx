"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { inWords } from "@/client/in-words.ts";
import { refreshEvery } from "@/client/live.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { Button } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { operationColumns } from "@/operations/operation-columns.tsx";
import { hasEnded } from "@/operations/operation-status-badge.tsx";
import { ACTION_NAME } from "@/operations/operation-words.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";
import { HISTORY, historyInput } from "./operations-query.ts";

/** What was done to the VM, newest first. */
export function OperationsTab() {
  const { choice, choose, key, narrowed } = useListChoice(HISTORY);
  return (
    <>
      <ListToolbar
        filters={[
          {
            name: "action",
            label: "Action",
            value: choice.action ?? "",
            options: HISTORY.filters.action.map((action) => [action, ACTION_NAME[action]] as const),
          },
          { name: "status", label: "Status", value: choice.status ?? "", options: HISTORY.filters.status.map((status) => [status, inWords(status)] as const) },
        ]}
        onChoose={choose}
      />
      <History key={key} onClear={narrowed ? () => choose({ action: "", status: "" }) : undefined} />
    </>
  );
}

function History({ onClear }: { onClear: (() => void) | undefined }) {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const { choice } = useListChoice(HISTORY);
  const pages = usePages();
  const query = useQuery({
    ...procedures.vm.operations.queryOptions(historyInput(workspaceId, vm.id, choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => refreshEvery(vm.operation_id !== null || (data?.items.some(({ status }) => !hasEnded(status)) ?? false)),
  });
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <Panel icon={<Activity className="size-5" aria-hidden />} title={onClear === undefined ? "No operations" : "No operation matches"}>
            <p>What is done to this VM is listed here, step by step.</p>
            {onClear !== undefined && (
              <Button className="mt-5" onClick={onClear}>
                Show all operations
              </Button>
            )}
          </Panel>
        ) : (
          <>
            <DataTable label="Operations" columns={operationColumns} rows={items} keyOf={(operation) => operation.operation_id} />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )
      }
    </Loaded>
  );
}
