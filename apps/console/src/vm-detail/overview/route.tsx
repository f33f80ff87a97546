import { catalogInput, vmInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { OverviewTab } from "./overview-tab.tsx";

export const overviewTab = vmTab(OverviewTab, ({ client, trpc, workspaceId, vmId }) => [
  client.prefetchQuery(trpc.plan.list.queryOptions(catalogInput(workspaceId))),
  client.prefetchQuery(trpc.image.list.queryOptions(catalogInput(workspaceId))),
  client.prefetchQuery(trpc.site.list.queryOptions(catalogInput(workspaceId))),
  client.prefetchQuery(trpc.vmNetwork.get.queryOptions(vmInput(workspaceId, vmId))),
]);
