import { readListChoice } from "@/client/list-address.ts";
import { vmTab } from "../vm-route.tsx";
import { HISTORY, historyInput } from "./operations-query.ts";
import { OperationsTab } from "./operations-tab.tsx";

export const operationsTab = vmTab(OperationsTab, ({ client, procedures, workspaceId, vmId, search }) => [
  client.prefetchQuery(
    procedures.vm.operations.queryOptions(historyInput(workspaceId, vmId, readListChoice(HISTORY, search))),
  ),
]);
