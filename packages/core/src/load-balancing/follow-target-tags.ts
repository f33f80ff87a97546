import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 100;

const astray = statement(
  "load_balancer_pools_astray",
  `SELECT workspace_id, load_balancer_id, pool_id FROM load_balancer_pool p
    WHERE target_tag IS NOT NULL AND NOT has_tagged_targets(workspace_id, load_balancer_id, pool_id) LIMIT ${BATCH}`,
);

const follow = statement(
  "load_balancer_pool_follow",
  "SELECT follow_target_tag($workspace_id::bigint, $load_balancer_id, $pool_id)::text",
);

/**
 * Gives pools the targets of their tags. Triggers do so in the commit that changes a VM or a pool; this repairs what
 * two commits at once have missed: a VM that begins to run while a pool with its tag is being created.
 */
export const followTargetTags: Reconciler<Pick<WorkerServices, "database">> = {
  name: "follow-target-tags",
  everyMs: 5_000,
  async run({ database: { sql } }, signal) {
    await workThrough(
      () => sql.query(astray),
      async ({ workspace_id, load_balancer_id, pool_id }) => {
        await sql.query(follow, { workspace_id, load_balancer_id, pool_id });
      },
      signal,
    );
  },
};
