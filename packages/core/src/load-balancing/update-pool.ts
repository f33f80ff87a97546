import type { Handler } from "../request/context.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { changed } from "./changed-part.ts";
import { requirePool, withPool } from "./configuration-parts.ts";

export const updatePool: Handler<"loadBalancerPool.update"> = (context, { load_balancer_id, pool_id, ...change }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const pool = changed(requirePool(before, pool_id), change);
    return { after: withPool(before, pool), result: pool, changed: pool_id };
  });
