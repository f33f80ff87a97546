import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { OperationsTab } from "@/vms/detail/operations/operations-tab.tsx";
import { vmOperationList } from "@/vms/detail/tab-queries.ts";
import { vmTab } from "@/vms/detail/vm-route.tsx";

export const metadata: Metadata = { title: "Operations" };

export default vmTab(OperationsTab, ({ ask, trpc, kind, workspaceId, vmId, search }) => [
  ask(firstPage(vmOperationList, trpc, { workspaceId, vmId, kind }, search)),
]);
