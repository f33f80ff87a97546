import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import { type BalancerTargetHealth, ProviderError } from "@fulmar/providers";
import { workThrough } from "../kernel/work-through.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

interface CheckedBalancer {
  load_balancer_id: string;
  provider: string;
}

const PAGE = 200;

const page = statement(
  "load_balancer_checked_page",
  `SELECT b.load_balancer_id, s.provider FROM load_balancer b JOIN site s ON s.site_id = b.site_id
    WHERE b.load_balancer_id > $1 AND b.applied_revision > 0 ORDER BY b.load_balancer_id LIMIT ${PAGE}`,
);

// A balancer that was deleted meanwhile leaves nothing to write to; one that is there is kept until this is written.
const remember = statement(
  "load_balancer_health_put",
  `INSERT INTO load_balancer_health (workspace_id, load_balancer_id, checked_at, targets)
   SELECT workspace_id, load_balancer_id, now(), $2::jsonb FROM load_balancer WHERE load_balancer_id = $1 FOR KEY SHARE
       ON CONFLICT (workspace_id, load_balancer_id) DO UPDATE SET checked_at = excluded.checked_at, targets = excluded.targets`,
);

/** Keeps what the balancers find of their targets. A provider that does not answer leaves what was found before, with its time. */
export const checkTargetHealth: Reconciler<WorkerServices> = {
  name: "check-load-balancer-targets",
  everyMs: 3_000,
  async run({ database, provider }, signal) {
    const check = async (balancer: CheckedBalancer) => {
      const health = await askHealth(() => provider(balancer.provider).loadBalancers.health(balancer.load_balancer_id, signal));
      if (health !== undefined) await database.sql.query(remember, [balancer.load_balancer_id, JSON.stringify(byTarget(health))]);
    };
    await workThrough(pagesOf(database.sql), check, signal);
  },
};

/** The balancers, page after page. */
function pagesOf(sql: Sql): () => Promise<CheckedBalancer[]> {
  let after = "";
  return async () => {
    const rows = await sql.query<CheckedBalancer>(page, [after]);
    after = rows.at(-1)?.load_balancer_id ?? after;
    return rows;
  };
}

async function askHealth(ask: () => Promise<BalancerTargetHealth[]>): Promise<BalancerTargetHealth[] | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

function byTarget(health: readonly BalancerTargetHealth[]) {
  return Object.fromEntries(health.map(({ targetId, status, reason }) => [targetId, { status, reason }]));
}
