import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { EdgePort } from "@fulmar/providers";
import { throwAll, workOn } from "../kernel/work-through.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

const PAGE = 1_000;
const REMOVE_TIMEOUT_MS = 30_000;

// An id is never used twice, so whoever has no distribution now never gets one.
const rightful = statement("cdn_rightful", "SELECT distribution_id FROM cdn_distribution WHERE distribution_id = ANY ($1::text[]) AND status <> 'failed'");

const settledPage = statement(
  "cdn_settled_page",
  `SELECT distribution_id, deployed_revision FROM cdn_distribution
    WHERE distribution_id > $1 AND deploy_at IS NULL AND status <> 'failed' ORDER BY distribution_id LIMIT ${PAGE}`,
);

const deployAgain = statement(
  "cdn_deploy_again",
  "UPDATE cdn_distribution SET deploy_at = now() WHERE distribution_id = ANY ($1::text[]) AND deploy_at IS NULL AND status <> 'failed'",
);

/**
 * Compares the edge's inventory with the database: what was deleted, or never succeeded, is removed there, whatever happened to
 * the worker meanwhile; what the edge has lost is deployed again.
 */
export const reconcileEdge: Reconciler<Pick<WorkerServices, "database" | "cdn">> = {
  name: "reconcile-edge",
  everyMs: 5_000,
  async run({ database, cdn }, signal) {
    const errors = await removeLeaked(database.sql, cdn.edge, signal);
    await restoreLost(database.sql, cdn.edge, signal);
    throwAll(errors);
  },
};

/** @returns why some could not be removed: one of them does not keep the others there */
async function removeLeaked(sql: Sql, edge: EdgePort, signal: AbortSignal): Promise<unknown[]> {
  const errors: unknown[] = [];
  const remove = (id: string) => edge.remove(id, AbortSignal.any([signal, AbortSignal.timeout(REMOVE_TIMEOUT_MS)]));
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const ids = (await edge.list({ after, limit: PAGE }, signal)).map(({ distributionId }) => distributionId);
    const known = new Set((await sql.query<{ distribution_id: string }>(rightful, [ids])).map((row) => row.distribution_id));
    const leaked = ids.filter((id) => !known.has(id));
    errors.push(...(await workOn(leaked, remove, signal)));
    full = ids.length === PAGE;
    after = ids.at(-1) ?? after;
  }
  return errors;
}

async function restoreLost(sql: Sql, edge: EdgePort, signal: AbortSignal): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const rows = await sql.query<{ distribution_id: string; deployed_revision: number }>(settledPage, [after]);
    const ids = rows.map((row) => row.distribution_id);
    const revisions = new Map((await edge.find(ids, signal)).map(({ distributionId, revision }) => [distributionId, revision]));
    const lost = rows.filter((row) => (revisions.get(row.distribution_id) ?? 0) < row.deployed_revision).map((row) => row.distribution_id);
    if (lost.length > 0) await sql.query(deployAgain, [lost]);
    full = rows.length === PAGE;
    after = rows.at(-1)?.distribution_id ?? after;
  }
}
