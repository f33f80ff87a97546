import type { LoadBalancerPool, TargetHealthStatus } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { CONFIGURATION_COLUMNS } from "./stored-configuration.ts";

interface HealthRow {
  pools: LoadBalancerPool[];
  checked_at: Date | null;
  found: Readonly<Record<string, { status: TargetHealthStatus; reason: string | null }>> | null;
}

const read = statement(
  "load_balancer_health",
  `SELECT ${CONFIGURATION_COLUMNS}, h.checked_at, h.targets AS found
     FROM load_balancer b LEFT JOIN load_balancer_health h ON h.workspace_id = b.workspace_id AND h.load_balancer_id = b.load_balancer_id
    WHERE b.workspace_id = $1::bigint AND b.load_balancer_id = $2`,
);

const UNKNOWN = {
  status: "unknown",
  reason: "It was not looked at yet; that takes some seconds.",
  checked_at: null,
} as const;

export const getHealth: Handler<"loadBalancer.health"> = async ({ sql, workspace }, { load_balancer_id }) => {
  const [row] = await sql.queryAs<HealthRow>(read, [workspace.id, load_balancer_id]);
  if (row === undefined) throw notFound("load balancer");
  const checked_at = toTimestamp(row.checked_at);
  const healthOf = (targetId: string) => {
    const found = row.found?.[targetId];
    return found === undefined ? UNKNOWN : { ...found, checked_at };
  };
  const pools = row.pools.map(({ pool_id, name, targets }) => ({
    pool_id,
    name,
    targets: targets.map(({ target_id, vm_id, ip, port }) => ({ target_id, vm_id, ip, port, ...healthOf(target_id) })),
  }));
  return { load_balancer_id, pools };
};
