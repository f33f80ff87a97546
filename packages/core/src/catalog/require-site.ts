import { lookup, type Sql } from "@fulmar/prisma";
import type { SiteFeature } from "@fulmar/providers";
import { invalidField } from "../request/domain-error.ts";
import { unsupportedBySite } from "../site/index.ts";

const find = lookup("site_for_new", "SELECT unsupported FROM site WHERE site_id = $1 AND removed_at IS NULL");

/**
 * Checks the site that a request names.
 * @param feature what the site is needed for, where not every site can do that
 * @throws DomainError 400 that names the field: sites are of the catalog, not of the workspace; 409 when the site
 * cannot do it
 */
export async function requireSite(
  { sql }: { readonly sql: Sql },
  siteId: string,
  feature?: SiteFeature,
): Promise<void> {
  const [site] = await sql.query(find, [siteId]);
  if (site === undefined) throw invalidField("site_id", "is not a site of the catalog");
  if (feature !== undefined && site.unsupported.includes(feature)) throw unsupportedBySite(feature);
}
