import { firstPage } from "@/client/list.ts";
import { vmOperationList } from "../tab-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { OperationsTab } from "./operations-tab.tsx";

export const operationsTab = vmTab(OperationsTab, ({ ask, trpc, kind, workspaceId, vmId, search }) => [
  ask(firstPage(vmOperationList, trpc, { workspaceId, vmId, kind }, search)),
]);
