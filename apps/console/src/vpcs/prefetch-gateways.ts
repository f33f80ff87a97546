import "server-only";
import type { Asking } from "@/server/prefetch.tsx";
import { vpcPartsInput } from "./vpc-queries.ts";

/**
 * A VPC's NAT gateways and then the port forwards of each, so that neither a card nor the picture grows after it was
 * shown.
 */
export async function prefetchGateways({ trpc, ask }: Asking, workspaceId: string, vpcId: string): Promise<void> {
  const parts = vpcPartsInput(workspaceId, vpcId);
  const gateways = await ask(trpc.natGateway.list.queryOptions(parts));
  await Promise.all(
    (gateways?.items ?? []).map(({ nat_gateway_id }) =>
      ask(trpc.portForward.list.queryOptions({ ...parts, nat_gateway_id })),
    ),
  );
}
