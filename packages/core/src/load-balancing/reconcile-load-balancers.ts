import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { refuseGreatLoss } from "../site/index.ts";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { type IdPage, type Loss, restoreLost } from "../work/restore-lost.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const settledPage = statement(
  "load_balancer_settled_page",
  `SELECT b.load_balancer_id AS id, b.applied_revision AS revision FROM load_balancer b
     JOIN site s ON s.site_id = b.site_id AND s.provider = $provider
    WHERE b.load_balancer_id > $after AND b.apply_at IS NULL ORDER BY b.load_balancer_id LIMIT $limit`,
);

const applyAgain = statement(
  "load_balancer_apply_again",
  `UPDATE load_balancer SET apply_at = now()
    WHERE load_balancer_id = ANY ($load_balancer_ids::text[]) AND apply_at IS NULL`,
);

/**
 * Compares each provider's inventory with the database. Removes balancers that were deleted, and applies again those
 * that a provider has lost.
 */
export const reconcileLoadBalancers: Reconciler<
  Pick<WorkerServices, "database" | "pages" | "provider" | "providerNames">
> = {
  name: "reconcile-load-balancers",
  everyMs: 5_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { database, pages } = services;
    const { sql } = database;
    const compare = async ({ loadBalancers }: Provider, name: string) => {
      const find = async (ids: readonly string[]) =>
        (await loadBalancers.findBalancers(ids, signal)).map(({ loadBalancerId }) => loadBalancerId);
      const remove = ({ resource_id }: Tombstone, limited: AbortSignal) => loadBalancers.remove(resource_id, limited);
      const errors = await removeEnded(sql, { kind: "load_balancer", provider: name, find, remove }, signal);
      const paged = pages();
      const settled = {
        page: ({ after, limit }: IdPage) => paged.query(settledPage, { provider: name, after, limit }),
        find: async (ids: readonly string[]) =>
          (await loadBalancers.findBalancers(ids, signal)).map(({ loadBalancerId: id, revision }) => ({
            id,
            revision,
          })),
        applyAgain: (ids: readonly string[]) => sql.query(applyAgain, { load_balancer_ids: ids }),
        check: (loss: Loss) => refuseGreatLoss(sql, name, "load balancers", loss),
      };
      await restoreLost(settled, signal);
      throwAll(errors);
    };
    await eachProvider(services, compare, signal, lane);
  },
};
