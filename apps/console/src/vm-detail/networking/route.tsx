import { vmInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { NetworkingTab } from "./networking-tab.tsx";

export const networkingTab = vmTab(NetworkingTab, ({ client, trpc, workspaceId, vmId }) => [
  client.prefetchQuery(trpc.vmNetwork.get.queryOptions(vmInput(workspaceId, vmId))),
]);
