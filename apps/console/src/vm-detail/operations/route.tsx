import { readListChoice } from "@/client/list.ts";
import { HISTORY, historyInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { OperationsTab } from "./operations-tab.tsx";

export const operationsTab = vmTab(OperationsTab, ({ ask, procedures, workspaceId, vmId, search }) => [
  ask(procedures.vm.operations.queryOptions(historyInput(workspaceId, vmId, readListChoice(HISTORY, search)))),
]);
