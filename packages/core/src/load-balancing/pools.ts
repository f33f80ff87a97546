import type { Blocker, LoadBalancerPool, LoadBalancerTarget } from "@fulmar/contract";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { changeConfiguration } from "./configuration.ts";
import {
  changed,
  pageOfParts,
  requireConfiguration,
  requirePool,
  requireTarget,
  withPool,
  withTarget,
} from "./configuration-parts.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";
import { withId, withListed } from "./written-configuration.ts";

export const listPools: Handler<"loadBalancerPool.list"> = async (context, { load_balancer_id, ...page }) => {
  const { pools } = await requireConfiguration(context, load_balancer_id);
  return pageOfParts(pools, page, "pool", ({ pool_id }) => pool_id);
};

export const createPool: Handler<"loadBalancerPool.create"> = async (
  context,
  { load_balancer_id, targets, ...settings },
) => {
  const created = await changeConfiguration(context, load_balancer_id, (before) => {
    const pool = { pool_id: newId("pool"), ...settings, targets: targets.map((target) => withId(target, [])) };
    return { after: withPool(before, pool), result: pool, changed: pool.pool_id };
  });
  return withTagged(context, load_balancer_id, created);
};

/** The pool with its targets by tag, which the database has added. */
async function withTagged(context: RequestContext, loadBalancerId: string, pool: LoadBalancerPool) {
  return pool.target_tag === null
    ? { ...pool, targets: pool.targets.filter(({ by_tag }) => !by_tag) }
    : requirePool(await requireConfiguration(context, loadBalancerId), pool.pool_id);
}

export const getPool: Handler<"loadBalancerPool.get"> = async (context, { load_balancer_id, pool_id }) =>
  requirePool(await requireConfiguration(context, load_balancer_id), pool_id);

export const updatePool: Handler<"loadBalancerPool.update"> = async (
  context,
  { load_balancer_id, pool_id, ...change },
) => {
  const updated = await changeConfiguration(context, load_balancer_id, (before) => {
    const pool = changed(requirePool(before, pool_id), change);
    return { after: withPool(before, pool), result: pool, changed: pool_id };
  });
  return withTagged(context, load_balancer_id, updated);
};

export const deletePool: Handler<"loadBalancerPool.delete"> = (context, { load_balancer_id, pool_id }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    requirePool(before, pool_id);
    const blockers = usersOf(pool_id, before);
    if (blockers.length > 0)
      throw mayPass(
        conflict("pool_in_use", "Listeners use the pool; change their default pools and rules first.", blockers),
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

export const listTargets: Handler<"loadBalancerTarget.list"> = async (
  context,
  { load_balancer_id, pool_id, ...page },
) => {
  const { targets } = requirePool(await requireConfiguration(context, load_balancer_id), pool_id);
  return pageOfParts(targets, page, "target", ({ target_id }) => target_id);
};

export const createTarget: Handler<"loadBalancerTarget.create"> = (
  context,
  { load_balancer_id, pool_id, ...settings },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const target = { target_id: newId("target"), ...settings, by_tag: false };
    const pool = requirePool(before, pool_id);
    const targets = withListed(pool.targets, [...pool.targets.filter(({ by_tag }) => !by_tag), target]);
    return { after: withPool(before, { ...pool, targets }), result: target };
  });

export const getTarget: Handler<"loadBalancerTarget.get"> = async (context, { load_balancer_id, pool_id, target_id }) =>
  requireTarget(requirePool(await requireConfiguration(context, load_balancer_id), pool_id), target_id);

export const updateTarget: Handler<"loadBalancerTarget.update"> = (
  context,
  { load_balancer_id, pool_id, target_id, ...change },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const pool = requirePool(before, pool_id);
    const target = changed(requireListed(pool, target_id), change);
    return { after: withPool(before, withTarget(pool, target)), result: target };
  });

export const deleteTarget: Handler<"loadBalancerTarget.delete"> = (context, { load_balancer_id, pool_id, target_id }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const pool = requirePool(before, pool_id);
    requireListed(pool, target_id);
    const targets = pool.targets.filter((target) => target.target_id !== target_id);
    return { after: withPool(before, { ...pool, targets }), result: { status: "deleted", id: target_id } };
  });

/** @throws DomainError 404, or 409 for a target that its VM's tag has brought */
function requireListed(pool: LoadBalancerPool, targetId: string): LoadBalancerTarget {
  const target = requireTarget(pool, targetId);
  if (!target.by_tag) return target;
  throw conflict(
    "target_by_tag",
    `The VM is a target because it has the tag ${pool.target_tag}; change the tag of the VM or of the pool, or list ` +
      "the VM as a target.",
    [{ type: "load_balancer_pool", id: pool.pool_id, name: pool.name }],
  );
}
