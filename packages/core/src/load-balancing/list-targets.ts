import type { Handler } from "../request/context.ts";
import { pageOfParts, requireConfiguration, requirePool } from "./configuration-parts.ts";

export const listTargets: Handler<"loadBalancerTarget.list"> = async (
  context,
  { load_balancer_id, pool_id, ...page },
) => {
  const { targets } = requirePool(await requireConfiguration(context, load_balancer_id), pool_id);
  return pageOfParts(targets, page, "target", ({ target_id }) => target_id);
};
