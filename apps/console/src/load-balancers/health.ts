import {
  type LoadBalancerHealth,
  TARGET_HEALTH_STATUSES,
  type TargetHealthStatus,
} from "@fulmar/contract/load-balancing";
import type { Tone } from "@/components/status-badge.tsx";

/** The colour of every state of a target. Exhaustive: a new state does not compile without an entry. */
export const HEALTH_TONE: Readonly<Record<TargetHealthStatus, Tone>> = {
  online: "good",
  offline: "bad",
  draining: "warn",
  unknown: "quiet",
};

export type TargetHealth = LoadBalancerHealth["pools"][number]["targets"][number];

export function healthById(health: LoadBalancerHealth | undefined): ReadonlyMap<string, TargetHealth> {
  return new Map(health?.pools.flatMap(({ targets }) => targets).map((target) => [target.target_id, target]));
}

/** The number of targets in each state, in words: "3 online, 1 offline". */
export function healthSummary(health: LoadBalancerHealth): string {
  const targets = health.pools.flatMap((pool) => pool.targets);
  if (targets.length === 0) return "no targets";
  return TARGET_HEALTH_STATUSES.map(
    (state) => [targets.filter(({ status }) => status === state).length, state] as const,
  )
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`)
    .join(", ");
}
