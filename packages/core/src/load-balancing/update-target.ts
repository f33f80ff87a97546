import type { Handler } from "../request/context.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { changed } from "./changed-part.ts";
import { requirePool, requireTarget, withPool, withTarget } from "./configuration-parts.ts";

export const updateTarget: Handler<"loadBalancerTarget.update"> = (
  context,
  { load_balancer_id, pool_id, target_id, ...change },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const pool = requirePool(before, pool_id);
    const target = changed(requireTarget(pool, target_id), change);
    return { after: withPool(before, withTarget(pool, target)), result: target };
  });
