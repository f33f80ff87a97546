import { type Sql, statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { noteAddressSets, noteVpcNames } from "../networking/index.ts";
import type { IdPage, Revised } from "../work/restore-lost.ts";

const PAGE = 1_000;

// A pending change gets the next revision after the site's. Without one, the site keeps what it has.
const behind = (table: string, id: string, condition: string) =>
  `UPDATE ${table} s SET revision = site.revision + (s.apply_at IS NOT NULL)::int, applied_revision = site.revision
     FROM unnest($ids::text[], $revisions::int[]) AS site (id, revision)
    WHERE s.${id} = site.id AND s.revision <= site.revision AND s.applied_revision < site.revision ${condition}`;

const networks = statement(
  "align_networks",
  behind("network_state", "resource_id", "AND s.resource_type = $resource_type::network_resource"),
);
const balancers = statement("align_load_balancers", behind("load_balancer", "load_balancer_id", ""));

/**
 * Raises revisions to those of the site. A site ignores revisions older than its own, so without this a restored
 * database could not change anything there for a while.
 */
export async function alignRevisions(
  sql: Sql,
  { networks: networkPort, loadBalancers }: Provider,
  signal: AbortSignal,
): Promise<void> {
  for (const kind of ["subnet", "vm", "nat_gateway"] as const) {
    await eachPage(
      (page) => networkPort.list(kind, page, signal),
      async (ids, revisions) => sql.query(networks, { ids, revisions, resource_type: kind }),
    );
  }
  await noteAddressSets(sql);
  await noteVpcNames(sql);
  await eachPage(
    async (page) =>
      (await loadBalancers.listBalancers(page, signal)).map(({ loadBalancerId: id, revision }) => ({ id, revision })),
    async (ids, revisions) => sql.query(balancers, { ids, revisions }),
  );
}

async function eachPage(
  list: (page: IdPage) => Promise<readonly Revised[]>,
  work: (ids: string[], revisions: number[]) => Promise<unknown>,
): Promise<void> {
  for (let after = "", full = true; full; ) {
    const page = await list({ after, limit: PAGE });
    await work(
      page.map(({ id }) => id),
      page.map(({ revision }) => revision),
    );
    full = page.length === PAGE;
    after = page.at(-1)?.id ?? after;
  }
}
