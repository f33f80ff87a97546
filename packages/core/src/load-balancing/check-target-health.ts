import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { BalancerTargetHealth } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

interface CheckedBalancer {
  load_balancer_id: string;
  name: string;
  provider: string;
}

const PAGE = 200;
const TIMEOUT_MS = 5_000;

const page = statement(
  "load_balancer_checked_page",
  `SELECT b.load_balancer_id, b.name, s.provider FROM load_balancer b JOIN site s ON s.site_id = b.site_id
    WHERE b.load_balancer_id > $1 AND b.applied_revision > 0 ORDER BY b.load_balancer_id LIMIT ${PAGE}`,
);

// A balancer that was deleted meanwhile leaves nothing to write to; one that is there is kept until this is written.
const remember = statement(
  "load_balancer_health_put",
  `INSERT INTO load_balancer_health (workspace_id, load_balancer_id, checked_at, targets)
   SELECT workspace_id, load_balancer_id, now(), $2::jsonb FROM load_balancer WHERE load_balancer_id = $1 FOR KEY SHARE
       ON CONFLICT (workspace_id, load_balancer_id) DO UPDATE SET checked_at = excluded.checked_at, targets = excluded.targets`,
);

/**
 * Keeps what the balancers find of their targets. A provider that does not answer leaves what was found before, with
 * its time.
 */
export const checkTargetHealth: Reconciler<WorkerServices> = {
  name: "check-load-balancer-targets",
  everyMs: 3_000,
  async run({ database, provider }, signal) {
    const check = async ({ load_balancer_id, name, provider: providerName }: CheckedBalancer) => {
      const driver = await provider(providerName);
      const beginning = { resourceId: load_balancer_id, resourceName: name, step: "check-targets", waited: true };
      const ask = (limited: AbortSignal) => driver.loadBalancers.health(load_balancer_id, limited);
      const result = await callProvider(driver, beginning, ask, signal, TIMEOUT_MS);
      if (result.kind === "done")
        await database.sql.query(remember, [load_balancer_id, JSON.stringify(byTarget(result.value))]);
    };
    await workThrough(pagesOf(database.sql), check, signal);
  },
};

/** The balancers, page after page. */
function pagesOf(sql: Sql): () => Promise<CheckedBalancer[]> {
  let after = "";
  return async () => {
    const rows = await sql.query(page, [after]);
    after = rows.at(-1)?.load_balancer_id ?? after;
    return rows;
  };
}

function byTarget(health: readonly BalancerTargetHealth[]) {
  return Object.fromEntries(health.map(({ targetId, status, reason }) => [targetId, { status, reason }]));
}
