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
 * The sites that are fenced, in the order of all sites. One statement; it fails where the database does not answer or
 * is not of this version.
 */
export function listFencedSites({ sql }: { readonly sql: Sql }): Promise<RowOf<typeof fenced>[]> {
  return sql.query(fenced);
}

/**
 * What is counted of sites: 0 or 1 where `kind` is null, for whether the site is fenced; else how many resources of
 * that kind are unknown there.
 */
export interface SiteCondition {
  /** A site's id; a provider's name for what is at no site. */
  readonly site: string;
  readonly kind: string | null;
  readonly value: number;
}

/** For every site whether it is fenced, and what is unknown there. One statement. */
export function readSiteConditions({ sql }: { readonly sql: Sql }): Promise<SiteCondition[]> {
  return sql.query(conditions);
}
