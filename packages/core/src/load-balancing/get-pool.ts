import type { Handler } from "../request/context.ts";
import { requireConfiguration, requirePool } from "./configuration-parts.ts";

export const getPool: Handler<"loadBalancerPool.get"> = async (context, { load_balancer_id, pool_id }) =>
  requirePool(await requireConfiguration(context, load_balancer_id), pool_id);
