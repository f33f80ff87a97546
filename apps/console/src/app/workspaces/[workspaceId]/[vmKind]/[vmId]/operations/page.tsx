import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { OperationsTab } from "@/vm-detail/operations/operations-tab.tsx";
import { vmOperationList } from "@/vm-detail/tab-queries.ts";
import { vmTab } from "@/vm-detail/vm-route.tsx";

export const metadata: Metadata = { title: "Operations" };

export default vmTab(OperationsTab, ({ ask, trpc, kind, workspaceId, vmId, search }) => [
  ask(firstPage(vmOperationList, trpc, { workspaceId, vmId, kind }, search)),
]);
