import { TargetHealthStatus } from "@fulmar/contract";
import type { TargetHealth } from "@fulmar/edge-protocol";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";

import { z } from "zod";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { callProvider } from "../work/call-provider.ts";
import { providerLanes } from "../work/each-provider.ts";
import { unlessFenced } from "../work/fence.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { CONFIGURATION_COLUMNS } from "./stored-configuration.ts";

const read = statement(
  "load_balancer_health",
  `SELECT ${CONFIGURATION_COLUMNS}, h.checked_at, h.targets AS found
     FROM load_balancer b
     LEFT JOIN load_balancer_health h ON h.workspace_id = b.workspace_id AND h.load_balancer_id = b.load_balancer_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.load_balancer_id = $load_balancer_id`,
);

/** The results of the last check, by target id. */
const Found = z.record(z.string(), z.object({ status: TargetHealthStatus, reason: z.string().nullable() }));

const UNKNOWN = {
  status: "unknown",
  reason: "The target has not been checked yet; the first check takes some seconds.",
  checked_at: null,
} as const;

export const getHealth: Handler<"loadBalancer.health"> = async ({ sql, workspace }, { load_balancer_id }) => {
  const row = found(await sql.maybe(read, { workspace_id: workspace.id, load_balancer_id }), "load balancer");
  const checked_at = toTimestamp(row.checked_at);
  const states = row.found === null ? {} : Found.parse(row.found);
  const healthOf = (targetId: string) => {
    const health = states[targetId];
    return health === undefined ? UNKNOWN : { ...health, checked_at };
  };
  const pools = row.pools.map(({ pool_id, name, targets }) => ({
    pool_id,
    name,
    targets: targets.map(({ target_id, vm_id, ip, port }) => ({ target_id, vm_id, ip, port, ...healthOf(target_id) })),
  }));
  return { load_balancer_id, pools };
};

const PAGE = 200;
const TIMEOUT_MS = 5_000;

const page = statement(
  "load_balancer_checked_page",
  `SELECT b.load_balancer_id, b.name, s.provider FROM load_balancer b JOIN site s ON s.site_id = b.site_id
    WHERE b.load_balancer_id > $after AND b.applied_revision > 0 AND ($provider::text IS NULL OR s.provider = $provider)
    ORDER BY b.load_balancer_id LIMIT ${PAGE}`,
);

// Writes nothing if the balancer was deleted meanwhile. An existing balancer is locked until the health is written.
const remember = statement(
  "load_balancer_health_put",
  `INSERT INTO load_balancer_health (workspace_id, load_balancer_id, checked_at, targets)
   SELECT workspace_id, load_balancer_id, now(), $targets::jsonb FROM load_balancer
    WHERE load_balancer_id = $load_balancer_id FOR KEY SHARE
       ON CONFLICT (workspace_id, load_balancer_id) DO UPDATE SET checked_at = excluded.checked_at,
          targets = excluded.targets`,
);

/**
 * Stores the health of load balancer targets. If a provider does not answer, or its site is fenced, the last result
 * stays, with its time.
 */
export const checkTargetHealth: Reconciler<WorkerServices> = {
  name: "check-load-balancer-targets",
  everyMs: 3_000,
  lanes: providerLanes,
  async run({ database, provider }, signal, lane) {
    const check = async ({ load_balancer_id, name, provider: providerName }: RowOf<typeof page>) => {
      const driver = await unlessFenced(provider(providerName));
      if (driver === undefined) return;
      const beginning = { resourceId: load_balancer_id, resourceName: name, step: "check-targets", waited: true };
      const ask = (limited: AbortSignal) => driver.loadBalancers.health(load_balancer_id, limited);
      const result = await callProvider(driver, beginning, ask, signal, TIMEOUT_MS);
      if (result.kind === "done")
        await database.sql.query(remember, { load_balancer_id, targets: JSON.stringify(byTarget(result.value)) });
    };
    await workThrough(pagesOf(database.sql, lane), check, signal);
  },
};

/** Returns a function that reads the balancers page by page. */
function pagesOf(sql: Sql, provider: string | undefined): () => Promise<RowOf<typeof page>[]> {
  let after = "";
  return async () => {
    const rows = await sql.query(page, { after, provider: provider ?? null });
    after = rows.at(-1)?.load_balancer_id ?? after;
    return rows;
  };
}

function byTarget(health: readonly TargetHealth[]) {
  return Object.fromEntries(health.map(({ targetId, status, reason }) => [targetId, { status, reason }]));
}
