import type { Handler } from "../request/context.ts";
import { requireConfiguration, requirePool, requireTarget } from "./configuration-parts.ts";

export const getTarget: Handler<"loadBalancerTarget.get"> = async (context, { load_balancer_id, pool_id, target_id }) =>
  requireTarget(requirePool(await requireConfiguration(context, load_balancer_id), pool_id), target_id);
