import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { NetworkKind, NetworkPort, Provider } from "@fulmar/providers";
import { eachProvider } from "../kernel/each-provider.ts";
import type { WorkerServices } from "../kernel/worker-services.ts";

const PAGE = 1_000;
const KINDS: readonly NetworkKind[] = ["subnet", "vm", "nat_gateway"];

// An id is never used twice, so whatever wants nothing now never will.
const rightful = statement(
  "network_rightful",
  "SELECT resource_id FROM network_state WHERE resource_type = $1::network_resource AND resource_id = ANY ($2::text[])",
);

const settledPage = statement(
  "network_settled_page",
  `SELECT s.resource_id, s.applied_revision FROM network_state s
    WHERE s.resource_type = $1::network_resource AND s.resource_id > $2 AND s.apply_at IS NULL
      AND (SELECT site.provider FROM site WHERE site.site_id = CASE s.resource_type
             WHEN 'subnet' THEN (SELECT n.site_id FROM subnet n WHERE n.workspace_id = s.workspace_id AND n.subnet_id = s.resource_id)
             WHEN 'vm' THEN (SELECT v.site_id FROM vm v WHERE v.workspace_id = s.workspace_id AND v.vm_id = s.resource_id)
             ELSE (SELECT g.site_id FROM nat_gateway g WHERE g.workspace_id = s.workspace_id AND g.nat_gateway_id = s.resource_id)
           END) = $3
    ORDER BY s.resource_id LIMIT ${PAGE}`,
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
      for (const kind of KINDS) {
        await removeLeaked(sql, networks, kind, signal);
        await restoreLost(sql, networks, { kind, provider: name }, signal);
      }
    };
    await eachProvider(services, compare, signal);
  },
};

async function removeLeaked(sql: Sql, networks: NetworkPort, kind: NetworkKind, signal: AbortSignal): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const ids = (await networks.list(kind, { after, limit: PAGE }, signal)).map(({ id }) => id);
    const known = new Set((await sql.query<{ resource_id: string }>(rightful, [kind, ids])).map((row) => row.resource_id));
    for (const id of ids) if (!known.has(id)) await networks.remove(kind, id, signal);
    full = ids.length === PAGE;
    after = ids.at(-1) ?? after;
  }
}

async function restoreLost(
  sql: Sql,
  networks: NetworkPort,
  { kind, provider }: { readonly kind: NetworkKind; readonly provider: string },
  signal: AbortSignal,
): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const rows = await sql.query<{ resource_id: string; applied_revision: number }>(settledPage, [kind, after, provider]);
    const ids = rows.map((row) => row.resource_id);
    const revisions = new Map((await networks.find(kind, ids, signal)).map(({ id, revision }) => [id, revision]));
    const lost = rows.filter((row) => (revisions.get(row.resource_id) ?? 0) < row.applied_revision).map((row) => row.resource_id);
    if (lost.length > 0) await sql.query(applyAgain, [kind, lost]);
    full = rows.length === PAGE;
    after = rows.at(-1)?.resource_id ?? after;
  }
}
