import type { SiteHealth, SiteState } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";

/** The periodic jobs that speak with the sites' providers, each with all of them. */
const WITH_PROVIDERS = [
  "apply-load-balancers",
  "apply-networks",
  "check-load-balancer-targets",
  "record-metrics",
  "reconcile-instances",
  "reconcile-load-balancers",
  "reconcile-networks",
  "reconcile-volumes",
];

/** The slowest of these jobs runs every minute: after five without any, nobody does the work. A site with a server of its own is looked at by itself. */
const list = statement(
  "site_health",
  `SELECT s.site_id, s.name, s.location, split_part(s.provider, ':', 1) AS provider, coalesce(seen.checked_at, work.checked_at) AS checked_at, work.failing,
          work.alive AND coalesce(seen.reachable, true) AS alive
     FROM site s
     LEFT JOIN site_capacity seen USING (site_id)
    CROSS JOIN (
      SELECT max(r.finished_at) FILTER (WHERE r.last_error IS NULL) AS checked_at,
             coalesce(max(r.finished_at) > now() - interval '5 minutes', false) AS alive,
             coalesce(array_agg(r.name ORDER BY r.name) FILTER (WHERE r.last_error IS NOT NULL), '{}') AS failing
        FROM reconciler r WHERE r.name = ANY ($1)) AS work
    WHERE s.removed_at IS NULL
    ORDER BY s.position`,
);

interface Row extends Omit<SiteHealth, "state" | "checked_at"> {
  readonly checked_at: Date | null;
  readonly alive: boolean;
}

/** The sites with their providers, and how the periodic work with them goes, as the workers have left it in the database. */
export async function listSiteHealth({ sql }: { readonly sql: Sql }): Promise<SiteHealth[]> {
  const rows = await sql.query<Row>(list, [WITH_PROVIDERS]);
  return rows.map(({ alive, ...row }) => ({ ...row, checked_at: row.checked_at?.toISOString() ?? null, state: stateOf(alive, row.failing) }));
}

function stateOf(alive: boolean, failing: readonly string[]): SiteState {
  if (!alive) return "down";
  return failing.length > 0 ? "failing" : "healthy";
}
