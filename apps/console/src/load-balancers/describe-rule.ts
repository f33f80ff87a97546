import type { LoadBalancerRule } from "@fulmar/contract";

/**
 * The requests that a rule matches: "host www.example.com, path /api and below". "every request" without a condition.
 */
export function describeCondition({ host, path, header }: Pick<LoadBalancerRule, "host" | "path" | "header">): string {
  const parts = [
    host === null ? [] : [`host ${host}`],
    path === null ? [] : [path.match === "exact" ? `path exactly ${path.value}` : `path ${path.value} and below`],
    header === null ? [] : [`header ${header.name}: ${header.value}`],
  ].flat();
  return parts.length === 0 ? "every request" : parts.join(", ");
}

/**
 * The action of a rule.
 * @param poolName the name of a pool by id
 */
export function describeAction(
  { pool_id, redirect }: Pick<LoadBalancerRule, "pool_id" | "redirect">,
  poolName: (id: string) => string,
): string {
  if (redirect === null) return pool_id === null ? "nothing" : `to the pool ${poolName(pool_id)}`;
  return redirect.https ? `redirect to HTTPS (${redirect.status})` : `redirect to ${redirect.url} (${redirect.status})`;
}
