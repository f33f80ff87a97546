import {
  type BalancerDocument,
  type BalancerPool,
  type BalancerTarget,
  type TargetHealth,
  withoutAddress,
} from "@fulmar/edge-protocol";
import type { Statistics, StatisticsRow } from "./statistics.ts";

/** The health of a balancer's targets, as HAProxy's own checks see it. */
export function healthOf({ pools }: BalancerDocument, statistics: Statistics): TargetHealth[] {
  return pools.flatMap((pool) =>
    pool.targets.map((target) => ({
      targetId: target.targetId,
      ...stateOf(pool, target, statistics.get(`${pool.poolId}/${target.targetId}`)),
    })),
  );
}

type State = Pick<TargetHealth, "status" | "reason">;

function stateOf(pool: BalancerPool, target: BalancerTarget, row: StatisticsRow | undefined): State {
  if (!target.enabled) return { status: "draining", reason: "It is disabled." };
  if (target.weight === 0) return { status: "draining", reason: "Its weight is 0." };
  if (target.address === null) return { status: "offline", reason: withoutAddress(target) };
  // Before its first check, a server counts as up. An asterisk marks a check in progress whose last result is shown.
  const check = row?.check_status.replace(/^\* /, "") ?? "";
  if (row === undefined || check === "" || check === "INI")
    return {
      status: "unknown",
      reason: "The target has not been checked yet; the first check takes some seconds.",
    };
  if (row.status.startsWith("UP")) return { status: "online", reason: null };
  return { status: "offline", reason: reasonOf(pool, check, row) };
}

function reasonOf({ healthCheck }: BalancerPool, check: string, row: StatisticsRow): string {
  if (check.endsWith("OK"))
    return `The last check passed; ${healthCheck.healthyThreshold} in a row make the target online again.`;
  if (check.endsWith("TOUT")) return `No answer came within ${healthCheck.timeoutSeconds} s.`;
  if (check === "L7STS")
    return `The check answered ${row.check_code}; expected is ${healthCheck.expectedStatuses.join(", ")}.`;
  if (check === "L4CON" && row.last_chk.includes("Connection refused")) return "The connection was refused.";
  const said = row.last_chk === "" ? row.check_desc : row.last_chk;
  return `The check failed: ${said}.`;
}
