import type { LoadBalancerListener } from "./listener.ts";
import type { LoadBalancerRedirect, LoadBalancerRule } from "./rule.ts";
import { speaksHttp } from "./states.ts";

/** The parts of a request that decide its route. */
export interface BalancedRequest {
  readonly transport: "tcp" | "udp";
  readonly port: number;
  /** The Host header, with or without a port. */
  readonly host: string;
  /** Includes the query, if any. */
  readonly path: string;
  /** By name, case-insensitive. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Route =
  | { readonly kind: "pool"; readonly poolId: string }
  | { readonly kind: "redirect"; readonly location: string; readonly status: number }
  | { readonly kind: "none" };

type RoutingListener = Pick<LoadBalancerListener, "protocol" | "port" | "default_pool_id" | "rules">;

/**
 * Routes a request: the listener's first matching rule decides, in the order of `inOrder`, otherwise the default pool.
 * The result is `none` if nothing listens on the port, or if no rule matches and there is no default pool.
 */
export function routeRequest(listeners: readonly RoutingListener[], request: BalancedRequest): Route {
  const listener = listeners.find(
    ({ port, protocol }) => port === request.port && (protocol === "udp") === (request.transport === "udp"),
  );
  if (listener === undefined) return { kind: "none" };
  const rule = speaksHttp(listener.protocol)
    ? inOrder(listener.rules).find((candidate) => holds(candidate, request))
    : undefined;
  if (rule?.redirect != null)
    return { kind: "redirect", location: locationOf(rule.redirect, request), status: rule.redirect.status };
  const poolId = rule?.pool_id ?? listener.default_pool_id;
  return poolId === null ? { kind: "none" } : { kind: "pool", poolId };
}

/**
 * Sorts rules in the order of evaluation: by priority, lowest number first. Ties go to the more specific host (exact,
 * then the longer suffix), then the more specific path (the longer, then exact before prefix), then a rule with a
 * header, then the order of definition.
 */
export function inOrder(rules: readonly LoadBalancerRule[]): LoadBalancerRule[] {
  return rules.toSorted((one, other) => {
    const [weights, others] = [weightsOf(one), weightsOf(other)];
    const decisive = weights.findIndex((weight, index) => weight !== others[index]);
    return (others[decisive] ?? 0) - (weights[decisive] ?? 0);
  });
}

function weightsOf({ priority, host, path, header }: LoadBalancerRule): number[] {
  const exactHost = host !== null && !host.startsWith("*.");
  return [
    -priority,
    exactHost ? 1 : 0,
    exactHost ? 0 : (host?.length ?? 0),
    path?.value.length ?? 0,
    path?.match === "exact" ? 1 : 0,
    header === null ? 0 : 1,
  ];
}

function holds({ host, path, header }: LoadBalancerRule, request: BalancedRequest): boolean {
  return (
    (host === null || isHost(host.toLowerCase(), hostOf(request))) &&
    (path === null || isPath(path, pathOf(request))) &&
    (header === null || headerOf(request, header.name) === header.value)
  );
}

function isHost(wanted: string, host: string): boolean {
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) && host.length >= wanted.length : host === wanted;
}

function isPath({ match, value }: NonNullable<LoadBalancerRule["path"]>, path: string): boolean {
  if (match === "exact") return path === value;
  return path === value || path.startsWith(value.endsWith("/") ? value : `${value}/`);
}

function hostOf({ host }: BalancedRequest): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

function pathOf({ path }: BalancedRequest): string {
  return path.split("?", 1)[0] ?? path;
}

function headerOf({ headers }: BalancedRequest, name: string): string | undefined {
  return Object.entries(headers).find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1];
}

function locationOf({ url }: LoadBalancerRedirect, request: BalancedRequest): string {
  return url ?? `https://${hostOf(request)}${request.path}`;
}
