import type { Handler } from "../request/context.ts";
import { pageOfParts, requireConfiguration } from "./configuration-parts.ts";

export const listPools: Handler<"loadBalancerPool.list"> = async (context, { load_balancer_id, ...page }) => {
  const { pools } = await requireConfiguration(context, load_balancer_id);
  return pageOfParts(pools, page, "pool", ({ pool_id }) => pool_id);
};
