import type { Handler } from "../request/context.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { requirePool, requireTarget, withPool } from "./configuration-parts.ts";

export const deleteTarget: Handler<"loadBalancerTarget.delete"> = (context, { load_balancer_id, pool_id, target_id }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const pool = requirePool(before, pool_id);
    requireTarget(pool, target_id);
    const targets = pool.targets.filter((target) => target.target_id !== target_id);
    return { after: withPool(before, { ...pool, targets }), result: { status: "deleted", id: target_id } };
  });
