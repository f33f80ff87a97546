import "server-only";
import type { Asking } from "@/server/prefetch.tsx";
import { vpcPartsInput } from "./vpc-queries.ts";

/** Prefetches a VPC's NAT gateways and then their port forwards, so that the layout does not shift later. */
export async function prefetchGateways({ trpc, ask }: Asking, workspaceId: string, vpcId: string): Promise<void> {
  const parts = vpcPartsInput(workspaceId, vpcId);
  const gateways = await ask(trpc.natGateway.list.queryOptions(parts));
  await Promise.all(
    (gateways?.items ?? []).map(({ nat_gateway_id }) =>
      ask(trpc.portForward.list.queryOptions({ ...parts, nat_gateway_id })),
    ),
  );
}
