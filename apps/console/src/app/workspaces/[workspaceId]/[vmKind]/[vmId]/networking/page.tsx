import type { Metadata } from "next";
import { NetworkingTab } from "@/vms/detail/networking/networking-tab.tsx";
import { type TabAsking, vmTab } from "@/vms/detail/vm-route.tsx";
import { vmInput } from "@/vms/vm-queries.ts";

export const metadata: Metadata = { title: "Networking" };

export default vmTab(NetworkingTab, (asking) => [prefetchNetwork(asking)]);

/** Prefetches the VM's network, then the gateways that forward to it, so that they appear by name at once. */
async function prefetchNetwork({ ask, trpc, workspaceId, vmId }: TabAsking): Promise<void> {
  const network = await ask(trpc.vmNetwork.get.queryOptions(vmInput(workspaceId, vmId)));
  await Promise.all(
    (network?.port_forwards ?? []).map(({ vpc_id, nat_gateway_id }) =>
      ask(trpc.natGateway.get.queryOptions({ workspace_id: workspaceId, vpc_id, nat_gateway_id })),
    ),
  );
}
