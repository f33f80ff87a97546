import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { type IdPage, restoreLost } from "../work/restore-lost.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const settledPage = statement(
  "cdn_settled_page",
  `SELECT distribution_id AS id, deployed_revision AS revision FROM cdn_distribution
    WHERE distribution_id > $after AND deploy_at IS NULL AND status <> 'failed' ORDER BY distribution_id LIMIT $limit`,
);

const deployAgain = statement(
  "cdn_deploy_again",
  `UPDATE cdn_distribution SET deploy_at = now()
    WHERE distribution_id = ANY ($distribution_ids::text[]) AND deploy_at IS NULL AND status <> 'failed'`,
);

const settledPathPage = statement(
  "cdn_settled_path_page",
  `SELECT bucket_id AS id, deployed_revision AS revision FROM cdn_common_path
    WHERE bucket_id > $after AND deploy_at IS NULL ORDER BY bucket_id LIMIT $limit`,
);

const deployPathAgain = statement(
  "cdn_deploy_path_again",
  "UPDATE cdn_common_path SET deploy_at = now() WHERE bucket_id = ANY ($bucket_ids::text[]) AND deploy_at IS NULL",
);

/**
 * Compares the edge's inventory with the database. Removes distributions that were deleted or never succeeded, and
 * redeploys what that the edge has lost.
 */
export const reconcileEdge: Reconciler<Pick<WorkerServices, "database" | "cdn">> = {
  name: "reconcile-edge",
  everyMs: 5_000,
  async run({ database: { sql }, cdn: { edge } }, signal) {
    const find = async (ids: readonly string[]) =>
      (await edge.find(ids, signal)).map(({ distributionId }) => distributionId);
    const remove = ({ resource_id }: Tombstone, limited: AbortSignal) => edge.remove(resource_id, limited);
    const errors = await removeEnded(sql, { kind: "cdn_distribution", provider: "cdn", find, remove }, signal);
    const present = async (ids: readonly string[]) =>
      (await edge.find(ids, signal)).map(({ distributionId: id, revision }) => ({ id, revision }));
    const distributions = {
      page: ({ after, limit }: IdPage) => sql.query(settledPage, { after, limit }),
      find: present,
      applyAgain: (ids: readonly string[]) => sql.query(deployAgain, { distribution_ids: ids }),
    };
    const commonPaths = {
      page: ({ after, limit }: IdPage) => sql.query(settledPathPage, { after, limit }),
      find: present,
      applyAgain: (ids: readonly string[]) => sql.query(deployPathAgain, { bucket_ids: ids }),
    };
    for (const settled of [distributions, commonPaths]) await restoreLost(settled, signal);
    throwAll(errors);
  },
};
