import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { LoadBalancerPort, Provider } from "@fulmar/providers";
import { eachProvider } from "../kernel/each-provider.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

const PAGE = 1_000;

// An id is never used twice, so whoever has no balancer now never gets one.
const rightful = statement("load_balancer_rightful", "SELECT load_balancer_id FROM load_balancer WHERE load_balancer_id = ANY ($1::text[])");

const settledPage = statement(
  "load_balancer_settled_page",
  `SELECT b.load_balancer_id, b.applied_revision FROM load_balancer b JOIN site s ON s.site_id = b.site_id AND s.provider = $1
    WHERE b.load_balancer_id > $2 AND b.apply_at IS NULL ORDER BY b.load_balancer_id LIMIT ${PAGE}`,
);

const applyAgain = statement(
  "load_balancer_apply_again",
  "UPDATE load_balancer SET apply_at = now() WHERE load_balancer_id = ANY ($1::text[]) AND apply_at IS NULL",
);

/**
 * Compares each provider's inventory with the database: a balancer that was deleted is removed there, whatever happened to the worker
 * meanwhile; what a provider has lost it gets again.
 */
export const reconcileLoadBalancers: Reconciler<WorkerServices> = {
  name: "reconcile-load-balancers",
  everyMs: 5_000,
  async run(services, signal) {
    const { sql } = services.database;
    const compare = async ({ loadBalancers }: Provider, name: string) => {
      await removeLeaked(sql, loadBalancers, signal);
      await restoreLost(sql, name, loadBalancers, signal);
    };
    await eachProvider(services, compare, signal);
  },
};

async function removeLeaked(sql: Sql, port: LoadBalancerPort, signal: AbortSignal): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const ids = (await port.listBalancers({ after, limit: PAGE }, signal)).map(({ loadBalancerId }) => loadBalancerId);
    const known = new Set((await sql.query<{ load_balancer_id: string }>(rightful, [ids])).map((row) => row.load_balancer_id));
    for (const id of ids) if (!known.has(id)) await port.remove(id, signal);
    full = ids.length === PAGE;
    after = ids.at(-1) ?? after;
  }
}

async function restoreLost(sql: Sql, provider: string, port: LoadBalancerPort, signal: AbortSignal): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const rows = await sql.query<{ load_balancer_id: string; applied_revision: number }>(settledPage, [provider, after]);
    const ids = rows.map((row) => row.load_balancer_id);
    const revisions = new Map((await port.findBalancers(ids, signal)).map(({ loadBalancerId, revision }) => [loadBalancerId, revision]));
    const lost = rows.filter((row) => (revisions.get(row.load_balancer_id) ?? 0) < row.applied_revision).map((row) => row.load_balancer_id);
    if (lost.length > 0) await sql.query(applyAgain, [lost]);
    full = rows.length === PAGE;
    after = rows.at(-1)?.load_balancer_id ?? after;
  }
}
