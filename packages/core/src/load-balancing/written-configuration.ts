import type {
  LoadBalancerConfiguration,
  LoadBalancerListener,
  LoadBalancerPool,
  LoadBalancerRule,
  LoadBalancerTarget,
} from "@fulmar/contract";
import { newId } from "../request/identifiers.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";

/** Converts a configuration to the form that users write, in which parts refer to each other by name. */
export function toWritten({ pools, listeners }: StoredConfiguration): LoadBalancerConfiguration {
  const names = new Map(pools.map(({ pool_id, name }) => [pool_id, name]));
  const nameOf = (poolId: string | null) => (poolId === null ? null : (names.get(poolId) ?? null));
  return {
    pools: pools.map(({ pool_id, targets, ...pool }) => ({
      ...pool,
      targets: targets.filter(({ by_tag }) => !by_tag).map(({ target_id, by_tag, ...target }) => target),
    })),
    listeners: listeners.map(({ listener_id, default_pool_id, rules, ...listener }) => ({
      ...listener,
      default_pool: nameOf(default_pool_id),
      rules: rules.map(({ pool_id, ...rule }) => ({ ...rule, pool: nameOf(pool_id) })),
    })),
  };
}

/**
 * Converts a written configuration to the stored form with ids. A pool or listener with the same name keeps its id, and
 * so does a target with the same pool, VM or address, and port. Targets by tag stay, as nobody writes them.
 */
export function toStored(
  { pools, listeners }: LoadBalancerConfiguration,
  before: StoredConfiguration,
): StoredConfiguration {
  const storedPools = pools.map((pool): LoadBalancerPool => {
    const known = before.pools.find(({ name }) => name === pool.name);
    return {
      ...pool,
      pool_id: known?.pool_id ?? newId("pool"),
      targets: withListed(
        known?.targets ?? [],
        pool.targets.map((target) => withId(target, known?.targets ?? [])),
      ),
    };
  });
  const ids = new Map(storedPools.map(({ name, pool_id }) => [name, pool_id]));
  const idOf = (name: string | null) => (name === null ? null : (ids.get(name) ?? null));
  const storedListeners = listeners.map(({ default_pool, rules, ...listener }): LoadBalancerListener => {
    const listener_id = before.listeners.find(({ name }) => name === listener.name)?.listener_id ?? newId("listener");
    const storedRules = rules.map(({ pool, ...rule }): LoadBalancerRule => ({ ...rule, pool_id: idOf(pool) }));
    return { ...listener, listener_id, default_pool_id: idOf(default_pool), rules: storedRules };
  });
  return { pools: storedPools, listeners: storedListeners };
}

type WrittenTarget = LoadBalancerConfiguration["pools"][number]["targets"][number];

/** Gives a target the id of the same known target, or a new id. */
export function withId(target: WrittenTarget, known: readonly LoadBalancerTarget[]): LoadBalancerTarget {
  const same = known.find(({ vm_id, ip, port }) => vm_id === target.vm_id && ip === target.ip && port === target.port);
  return { ...target, target_id: same?.target_id ?? newId("target"), by_tag: false };
}

/** The listed targets, and those by tag whose VM is not listed at their port. */
export function withListed(
  known: readonly LoadBalancerTarget[],
  listed: readonly LoadBalancerTarget[],
): LoadBalancerTarget[] {
  const byTag = known.filter(
    (target) => target.by_tag && !listed.some(({ vm_id, port }) => vm_id === target.vm_id && port === target.port),
  );
  return [...listed, ...byTag];
}
