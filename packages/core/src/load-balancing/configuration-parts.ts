import type { LoadBalancerListener, LoadBalancerPool, LoadBalancerTarget, Page } from "@fulmar/contract";
import { olderThan, toPage } from "../query/paging.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { readConfiguration, type StoredConfiguration } from "./stored-configuration.ts";

/** Reads the configuration for a request. @throws DomainError 404 */
export async function requireConfiguration(
  { sql, workspace }: RequestContext,
  loadBalancerId: string,
): Promise<StoredConfiguration> {
  const configuration = await readConfiguration(sql, workspace.id, loadBalancerId);
  if (configuration === undefined) throw notFound("load balancer");
  return configuration;
}

/** @throws DomainError 404 */
export function requirePool({ pools }: StoredConfiguration, poolId: string): LoadBalancerPool {
  return required(
    pools.find(({ pool_id }) => pool_id === poolId),
    "pool",
  );
}

/** @throws DomainError 404 */
export function requireListener({ listeners }: StoredConfiguration, listenerId: string): LoadBalancerListener {
  return required(
    listeners.find(({ listener_id }) => listener_id === listenerId),
    "listener",
  );
}

/** Checks that all pools of a listener exist. @throws DomainError 404 */
export function requirePoolsOf(
  { default_pool_id, rules }: LoadBalancerListener,
  configuration: StoredConfiguration,
): void {
  for (const poolId of [default_pool_id, ...rules.map(({ pool_id }) => pool_id)])
    if (poolId !== null) requirePool(configuration, poolId);
}

/** @throws DomainError 404 */
export function requireTarget({ targets }: LoadBalancerPool, targetId: string): LoadBalancerTarget {
  return required(
    targets.find(({ target_id }) => target_id === targetId),
    "target",
  );
}

function required<Part>(part: Part | undefined, family: string): Part {
  if (part === undefined) throw notFound(family);
  return part;
}

/** Returns the configuration with this pool added, or replaced by its id. */
export function withPool(configuration: StoredConfiguration, pool: LoadBalancerPool): StoredConfiguration {
  return { ...configuration, pools: put(configuration.pools, pool, ({ pool_id }) => pool_id) };
}
export function withListener(configuration: StoredConfiguration, listener: LoadBalancerListener): StoredConfiguration {
  return { ...configuration, listeners: put(configuration.listeners, listener, ({ listener_id }) => listener_id) };
}
export function withTarget(pool: LoadBalancerPool, target: LoadBalancerTarget): LoadBalancerPool {
  return { ...pool, targets: put(pool.targets, target, ({ target_id }) => target_id) };
}

function put<Part>(parts: readonly Part[], part: Part, idOf: (part: Part) => string): Part[] {
  const known = parts.some((other) => idOf(other) === idOf(part));
  return known ? parts.map((other) => (idOf(other) === idOf(part) ? part : other)) : [...parts, part];
}

/** Returns a page of parts, newest first. A configuration is small, so the page is cut from all its parts. */
export function pageOfParts<Part>(
  parts: readonly Part[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  prefix: "listener" | "pool" | "target",
  idOf: (part: Part) => string,
): Page<Part> {
  const after = olderThan(cursor, prefix);
  const newest = parts.toSorted((one, other) => (idOf(one) < idOf(other) ? 1 : -1));
  const following = newest.filter((part) => idOf(part) < after);
  return toPage(following.slice(0, limit + 1), limit, idOf, (part) => part);
}

type Change<Part> = { readonly [Field in keyof Part]?: Part[Field] | undefined };

/** Returns a part with the given fields changed. */
export function changed<Part extends object>(part: Part, change: Change<Part>): Part {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...part, ...Object.fromEntries(given) };
}
