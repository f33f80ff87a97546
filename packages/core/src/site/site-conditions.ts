import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { SITE_OF_UNKNOWN } from "./site-health.ts";

const fenced = statement(
  "sites_fenced",
  `SELECT s.site_id, s.name, f.reason, f.detail FROM site s JOIN site_fence f ON f.provider = s.provider
    WHERE s.removed_at IS NULL AND f.reason IS NOT NULL ORDER BY s.position`,
);

const conditions = statement(
  "site_conditions",
  `SELECT s.site_id AS site, NULL AS kind, (f.reason IS NOT NULL)::int AS value
     FROM site s LEFT JOIN site_fence f ON f.provider = s.provider WHERE s.removed_at IS NULL
   UNION ALL
   SELECT coalesce(${SITE_OF_UNKNOWN}, u.provider), u.kind, count(*)::int FROM unknown_resource u GROUP BY 1, 2`,
);

/**
 * The fenced sites, in the order of all sites. One statement. Fails if the database does not answer or is not of this
 * version.
 */
export function listFencedSites({ sql }: { readonly sql: Sql }): Promise<RowOf<typeof fenced>[]> {
  return sql.query(fenced);
}

/**
 * A count for a site. If `kind` is null, 0 or 1 for whether the site is fenced. Otherwise the number of unknown
 * resources of that kind.
 */
export interface SiteCondition {
  /** A site's id, or a provider's name for resources that are not at a site. */
  readonly site: string;
  readonly kind: string | null;
  readonly value: number;
}

/** The fences of all sites and their unknown resources, in one statement. */
export function readSiteConditions({ sql }: { readonly sql: Sql }): Promise<SiteCondition[]> {
  return sql.query(conditions);
}
