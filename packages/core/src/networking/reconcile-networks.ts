import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { NetworkKind, Provider } from "@fulmar/providers";
import { refuseGreatLoss } from "../site/index.ts";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import { removeEnded, type Tombstone } from "../work/remove-ended.ts";
import { type IdPage, type Loss, type Revised, restoreLost } from "../work/restore-lost.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** The kinds of objects at a provider, by their tombstone kind and in words. */
const KINDS = [
  { kind: "subnet", tombstones: "subnet", words: "subnets" },
  { kind: "vm", tombstones: "vm_network", words: "networks of VMs" },
  { kind: "nat_gateway", tombstones: "nat_gateway", words: "NAT gateways" },
] as const satisfies readonly { readonly kind: NetworkKind; readonly tombstones: string; readonly words: string }[];

const settledPage = statement(
  "network_settled_page",
  `SELECT page.* FROM site CROSS JOIN LATERAL (
     SELECT s.resource_id AS id, s.applied_revision AS revision FROM network_state s
      WHERE s.site_id = site.site_id AND s.resource_type = $resource_type::network_resource AND s.resource_id > $after
        AND s.apply_at IS NULL
      ORDER BY s.resource_id LIMIT $limit) page
    WHERE site.provider = $provider ORDER BY page.id LIMIT $limit`,
);

const applyAgain = statement(
  "network_apply_again",
  `UPDATE network_state SET apply_at = now()
    WHERE resource_type = $resource_type::network_resource AND resource_id = ANY ($resource_ids::text[])
      AND apply_at IS NULL`,
);

type Services = Pick<WorkerServices, "database" | "pages" | "provider" | "providerNames">;

/**
 * Compares the inventories of the providers with the database. Removes what was deleted, and applies again what a
 * provider has lost.
 */
export const reconcileNetworks: Reconciler<Services> = {
  name: "reconcile-networks",
  everyMs: 5_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const { database, pages } = services;
    const { sql } = database;
    const compare = async ({ networks }: Provider, name: string) => {
      const errors: unknown[] = [];
      for (const { kind, tombstones, words } of KINDS) {
        const find = (ids: readonly string[]) => networks.find(kind, ids, signal);
        const findIds = async (ids: readonly string[]) => (await find(ids)).map(({ id }) => id);
        const remove = ({ resource_id }: Tombstone, limited: AbortSignal) =>
          networks.remove(kind, resource_id, limited);
        errors.push(...(await removeEnded(sql, { kind: tombstones, provider: name, find: findIds, remove }, signal)));
        const check = (loss: Loss) => refuseGreatLoss(sql, name, words, loss);
        await restoreLost({ ...settledOf({ sql, pages: pages() }, find, { kind, provider: name }), check }, signal);
      }
      if (networks.applyNames !== null) {
        const find = (ids: readonly string[]) => networks.findNames(ids, signal);
        const settled = settledOf({ sql, pages: pages() }, find, { kind: "vpc_names", provider: name });
        await restoreLost(settled, signal);
      }
      throwAll(errors);
    };
    await eachProvider(services, compare, signal, lane);
  },
};

function settledOf(
  { sql, pages }: { readonly sql: Sql; readonly pages: Sql },
  find: (ids: readonly string[]) => Promise<readonly Revised[]>,
  { kind, provider }: { readonly kind: NetworkKind | "vpc_names"; readonly provider: string },
) {
  return {
    page: ({ after, limit }: IdPage) => pages.query(settledPage, { resource_type: kind, after, provider, limit }),
    find,
    applyAgain: (ids: readonly string[]) => sql.query(applyAgain, { resource_type: kind, resource_ids: ids }),
  };
}
