import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { type Identified, type IdPage, type Revised, removeLeaked, restoreLost } from "../kernel/compare-inventory.ts";
import { throwAll } from "../kernel/work-through.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

const owned = statement("cdn_owned", "SELECT distribution_id AS id FROM cdn_distribution WHERE distribution_id = ANY ($1::text[]) AND status <> 'failed'");

const settledPage = statement(
  "cdn_settled_page",
  `SELECT distribution_id AS id, deployed_revision AS revision FROM cdn_distribution
    WHERE distribution_id > $1 AND deploy_at IS NULL AND status <> 'failed' ORDER BY distribution_id LIMIT $2`,
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
  async run({ database: { sql }, cdn: { edge } }, signal) {
    const leaked = {
      list: async (page: IdPage) => (await edge.list(page, signal)).map(({ distributionId }) => distributionId),
      owned: (ids: readonly string[]) => sql.query<Identified>(owned, [ids]),
      remove: edge.remove,
    };
    const errors = await removeLeaked(leaked, signal);
    const settled = {
      page: ({ after, limit }: IdPage) => sql.query<Revised>(settledPage, [after, limit]),
      find: async (ids: readonly string[]) => (await edge.find(ids, signal)).map(({ distributionId: id, revision }) => ({ id, revision })),
      applyAgain: (ids: readonly string[]) => sql.query(deployAgain, [ids]),
    };
    await restoreLost(settled, signal);
    throwAll(errors);
  },
};
