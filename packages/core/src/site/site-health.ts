import { SiteHealth, SiteResourceKind, type SiteState } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";

/** The reconcilers that call the provider of a site. */
const WITH_PROVIDERS = [
  "apply-load-balancers",
  "apply-networks",
  "check-load-balancer-targets",
  "find-unknown-resources",
  "record-metrics",
  "reconcile-instances",
  "reconcile-load-balancers",
  "reconcile-networks",
  "reconcile-volumes",
];

const LISTED = 100;

/**
 * SQL: the site of a row `u` of unknown_resource. If a provider drives several sites, the resource's record names it,
 * or else the first is used. Null for resources that are not at a site, such as distributions.
 */
export const SITE_OF_UNKNOWN = `(SELECT s.site_id FROM site s WHERE s.provider = u.provider AND s.removed_at IS NULL
    ORDER BY (s.site_id = jsonb_path_query_first(u.record, '$.rows.*[*].site_id ? (@ != null)') #>> '{}') IS TRUE DESC,
          s.position LIMIT 1)`;

/**
 * The slowest of these reconcilers runs every minute, so after five minutes without a run no worker is running. Each
 * site is judged by itself. An unknown resource may belong to any organization, so an organization sees those of its
 * own workspaces, and all of them only if it is the only organization.
 */
const list = statement(
  "site_health",
  `WITH unknown AS (
     SELECT p.site_id, count(*)::int AS count,
            coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.resource_id, 'name', p.name, 'size', p.size,
                                                  'made_at', p.made_at,
                                                  'first_seen_at', p.first_seen_at, 'adoptable',
                                                  p.record IS NOT NULL) ORDER BY p.place)
                     FILTER (WHERE p.shown AND p.place <= ${LISTED}), '[]') AS listed
       FROM (
         SELECT m.*, row_number() OVER (PARTITION BY m.site_id, m.shown ORDER BY m.kind <> 'vm', m.kind <> 'volume',
                                        m.kind, m.made_at, m.resource_id) AS place
           FROM (
             SELECT u.*, ${SITE_OF_UNKNOWN} AS site_id,
                    NOT EXISTS (SELECT FROM organization o WHERE o.organization_id <> $organization_id) OR EXISTS (
                      SELECT FROM workspace w WHERE w.organization_id = $organization_id
                         AND w.workspace_id::text
                           = jsonb_path_query_first(u.record, '$.rows.*[*].workspace_id ? (@ != null)') #>> '{}'
                         AND u.installation_id = (SELECT i.installation_id FROM installation i)) AS shown
               FROM unknown_resource u) m) p
      GROUP BY p.site_id
   )
   SELECT s.site_id, s.name, s.location, split_part(s.provider, ':', 1) AS provider,
          coalesce(seen.checked_at, work.checked_at) AS checked_at, work.failing,
          seen.instance_type, seen.warnings, work.alive AND coalesce(seen.reachable, true) AS alive,
          CASE WHEN f.reason IS NOT NULL AND f.detail IS NOT NULL AND f.fenced_at IS NOT NULL
               THEN jsonb_build_object('provider', f.provider, 'reason', f.reason, 'detail', f.detail, 'since',
                                       f.fenced_at) END AS fence,
          coalesce(unknown.listed, '[]') AS unknown, coalesce(unknown.count, 0) AS unknown_count
     FROM site s
     LEFT JOIN site_capacity seen USING (site_id)
     LEFT JOIN site_fence f ON f.provider = s.provider
     LEFT JOIN unknown ON unknown.site_id = s.site_id
    CROSS JOIN LATERAL (
      SELECT max(r.finished_at) FILTER (WHERE r.last_error IS NULL) AS checked_at,
             coalesce(max(r.finished_at) > now() - interval '5 minutes', false) AS alive,
             coalesce(array_agg(split_part(r.name, '@', 1) ORDER BY r.name) FILTER (WHERE r.last_error IS NOT NULL),
                      '{}') AS failing
        FROM reconciler r WHERE r.lane = s.provider AND split_part(r.name, '@', 1) = ANY ($with_providers)) AS work
    WHERE s.removed_at IS NULL
    ORDER BY s.position`,
);

/**
 * The sites with their providers, the state of the reconcilers that work with them, and their unknown resources. Reads
 * only the database, in one statement.
 */
export const listSiteHealth: Handler<"siteHealth.list"> = async ({ sql }, { organization_id }) => {
  const rows = await sql.query(list, { with_providers: WITH_PROVIDERS, organization_id });
  return rows.map(({ alive, checked_at, fence, unknown, instance_type, warnings, ...site }) => ({
    ...site,
    instance_type: SiteHealth.shape.instance_type.parse(instance_type),
    warnings: warnings ?? [],
    checked_at: checked_at?.toISOString() ?? null,
    state: fence === null ? stateOf(alive, site.failing) : "fenced",
    fence: fence && { ...fence, since: inUtc(fence.since) },
    unknown: unknown.map(({ kind, made_at, first_seen_at, ...resource }) => ({
      ...resource,
      kind: SiteResourceKind.parse(kind),
      made_at: made_at === null ? null : inUtc(made_at),
      first_seen_at: inUtc(first_seen_at),
    })),
  }));
};

/** A timestamp of PostgreSQL's JSON in ISO 8601 and UTC. */
function inUtc(moment: string): string {
  return new Date(moment).toISOString();
}

function stateOf(alive: boolean, failing: readonly string[]): SiteState {
  if (!alive) return "down";
  return failing.length > 0 ? "failing" : "healthy";
}
