import type { Blocker } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { conflict, mayPass } from "../request/domain-error.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { requirePool } from "./configuration-parts.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";

export const deletePool: Handler<"loadBalancerPool.delete"> = (context, { load_balancer_id, pool_id }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    requirePool(before, pool_id);
    const blockers = usersOf(pool_id, before);
    if (blockers.length > 0)
      throw mayPass(
        conflict(
          "pool_in_use",
          "Listeners lead to the pool; lead them elsewhere first, by default pool and rules.",
          blockers,
        ),
      );
    const pools = before.pools.filter((pool) => pool.pool_id !== pool_id);
    return { after: { ...before, pools }, result: { status: "deleted", id: pool_id } };
  });

function usersOf(poolId: string, { listeners }: StoredConfiguration): Blocker[] {
  const users = listeners.filter(
    ({ default_pool_id, rules }) => default_pool_id === poolId || rules.some(({ pool_id }) => pool_id === poolId),
  );
  return users.map(({ listener_id, name }) => ({ type: "load_balancer_listener", id: listener_id, name }));
}
