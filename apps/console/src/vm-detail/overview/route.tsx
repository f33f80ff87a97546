import { wholeInput } from "@/client/list.ts";
import { vmInput } from "@/vms/vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { OverviewTab } from "./overview-tab.tsx";

export const overviewTab = vmTab(OverviewTab, ({ ask, trpc, workspaceId, vmId }) => [
  ask(trpc.plan.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.image.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.site.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.vmNetwork.get.queryOptions(vmInput(workspaceId, vmId))),
]);
