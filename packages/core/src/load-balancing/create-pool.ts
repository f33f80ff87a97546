import type { Handler } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { withPool } from "./configuration-parts.ts";
import { withId } from "./written-configuration.ts";

export const createPool: Handler<"loadBalancerPool.create"> = (context, { load_balancer_id, targets, ...settings }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const pool = { pool_id: newId("pool"), ...settings, targets: targets.map((target) => withId(target, [])) };
    return { after: withPool(before, pool), result: pool, changed: pool.pool_id };
  });
