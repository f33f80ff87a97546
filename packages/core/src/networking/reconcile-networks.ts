import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { NetworkKind, NetworkPort, Provider } from "@fulmar/providers";
import { type Identified, type IdPage, type Revised, removeLeaked, restoreLost } from "../kernel/compare-inventory.ts";
import { eachProvider } from "../kernel/each-provider.ts";
import { throwAll } from "../kernel/work-through.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

const KINDS: readonly NetworkKind[] = ["subnet", "vm", "nat_gateway"];

const owned = statement(
  "network_owned",
  "SELECT resource_id AS id FROM network_state WHERE resource_type = $1::network_resource AND resource_id = ANY ($2::text[])",
);

const settledPage = statement(
  "network_settled_page",
  `SELECT s.resource_id AS id, s.applied_revision AS revision FROM network_state s
    WHERE s.resource_type = $1::network_resource AND s.resource_id > $2 AND s.apply_at IS NULL
      AND (SELECT site.provider FROM site WHERE site.site_id = CASE s.resource_type
             WHEN 'subnet' THEN (SELECT n.site_id FROM subnet n WHERE n.workspace_id = s.workspace_id AND n.subnet_id = s.resource_id)
             WHEN 'vm' THEN (SELECT v.site_id FROM vm v WHERE v.workspace_id = s.workspace_id AND v.vm_id = s.resource_id)
             ELSE (SELECT g.site_id FROM nat_gateway g WHERE g.workspace_id = s.workspace_id AND g.nat_gateway_id = s.resource_id)
           END) = $3
    ORDER BY s.resource_id LIMIT $4`,
);

const applyAgain = statement(
  "network_apply_again",
  "UPDATE network_state SET apply_at = now() WHERE resource_type = $1::network_resource AND resource_id = ANY ($2::text[]) AND apply_at IS NULL",
);

/**
 * Compares the inventories of the providers with the database: what was deleted is removed there, whatever happened to the worker
 * meanwhile; what a provider has lost it gets again.
 */
export const reconcileNetworks: Reconciler<Pick<WorkerServices, "database" | "provider" | "providerNames">> = {
  name: "reconcile-networks",
  everyMs: 5_000,
  async run(services, signal) {
    const { sql } = services.database;
    const compare = async ({ networks }: Provider, name: string) => {
      const errors: unknown[] = [];
      for (const kind of KINDS) {
        errors.push(...(await removeLeaked(leakedOf(sql, networks, kind, signal), signal)));
        await restoreLost(settledOf(sql, networks, { kind, provider: name }, signal), signal);
      }
      throwAll(errors);
    };
    await eachProvider(services, compare, signal);
  },
};

function leakedOf(sql: Sql, networks: NetworkPort, kind: NetworkKind, signal: AbortSignal) {
  return {
    list: async (page: IdPage) => (await networks.list(kind, page, signal)).map(({ id }) => id),
    owned: (ids: readonly string[]) => sql.query<Identified>(owned, [kind, ids]),
    remove: (id: string, limited: AbortSignal) => networks.remove(kind, id, limited),
  };
}

function settledOf(sql: Sql, networks: NetworkPort, { kind, provider }: { readonly kind: NetworkKind; readonly provider: string }, signal: AbortSignal) {
  return {
    page: ({ after, limit }: IdPage) => sql.query<Revised>(settledPage, [kind, after, provider, limit]),
    find: (ids: readonly string[]) => networks.find(kind, ids, signal),
    applyAgain: (ids: readonly string[]) => sql.query(applyAgain, [kind, ids]),
  };
}
