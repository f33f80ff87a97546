import { wholeInput } from "@/client/list.ts";
import { OverviewTab } from "@/vms/detail/overview/overview-tab.tsx";
import { vmTab } from "@/vms/detail/vm-route.tsx";
import { vmMetadata } from "@/vms/vm-kind-route.ts";
import { vmInput } from "@/vms/vm-queries.ts";

export const generateMetadata = vmMetadata(({ one }) => one);

export default vmTab(OverviewTab, ({ ask, trpc, workspaceId, vmId }) => [
  ask(trpc.plan.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.image.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.site.list.queryOptions(wholeInput(workspaceId))),
  ask(trpc.vmNetwork.get.queryOptions(vmInput(workspaceId, vmId))),
]);
