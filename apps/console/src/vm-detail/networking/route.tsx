import { vmInput } from "../vm-queries.ts";
import { type TabQuestion, vmTab } from "../vm-route.tsx";
import { NetworkingTab } from "./networking-tab.tsx";

export const networkingTab = vmTab(NetworkingTab, (question) => [prefetchNetwork(question)]);

/** The VM's network, and then the gateways that lead to it, so that none is called by its id first. */
async function prefetchNetwork({ client, trpc, workspaceId, vmId }: TabQuestion): Promise<void> {
  const network = trpc.vmNetwork.get.queryOptions(vmInput(workspaceId, vmId));
  await client.prefetchQuery(network);
  const forwards = client.getQueryData(network.queryKey)?.port_forwards ?? [];
  await Promise.all(
    forwards.map(({ vpc_id, nat_gateway_id }) =>
      client.prefetchQuery(trpc.natGateway.get.queryOptions({ workspace_id: workspaceId, vpc_id, nat_gateway_id })),
    ),
  );
}
