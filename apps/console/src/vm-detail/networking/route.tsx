import { vmInput } from "../vm-queries.ts";
import { type TabAsking, vmTab } from "../vm-route.tsx";
import { NetworkingTab } from "./networking-tab.tsx";

export const networkingTab = vmTab(NetworkingTab, (asking) => [prefetchNetwork(asking)]);

/** The VM's network, and then the gateways that lead to it, so that none is called by its id first. */
async function prefetchNetwork({ ask, trpc, workspaceId, vmId }: TabAsking): Promise<void> {
  const network = await ask(trpc.vmNetwork.get.queryOptions(vmInput(workspaceId, vmId)));
  await Promise.all(
    (network?.port_forwards ?? []).map(({ vpc_id, nat_gateway_id }) =>
      ask(trpc.natGateway.get.queryOptions({ workspace_id: workspaceId, vpc_id, nat_gateway_id })),
    ),
  );
}
