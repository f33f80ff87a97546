import "server-only";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/server/prefetch.tsx";
import { vpcPartsInput } from "./vpc-queries.ts";

/**
 * A VPC's NAT gateways and then the port forwards of each, so that neither a card nor the picture grows after it was
 * shown.
 */
export async function prefetchGateways(client: QueryClient, workspaceId: string, vpcId: string): Promise<void> {
  const parts = vpcPartsInput(workspaceId, vpcId);
  const gateways = api().natGateway.list.queryOptions(parts);
  await client.prefetchQuery(gateways);
  const items = client.getQueryData(gateways.queryKey)?.items ?? [];
  await Promise.all(
    items.map(({ nat_gateway_id }) =>
      client.prefetchQuery(api().portForward.list.queryOptions({ ...parts, nat_gateway_id })),
    ),
  );
}
