import { lookup, type Sql } from "@fulmar/prisma";
import type { SiteFeature } from "@fulmar/providers";
import { invalidField } from "../request/domain-error.ts";
import { siteClosed, unsupportedBySite } from "../site/index.ts";

const find = lookup(
  "site_for_new",
  "SELECT unsupported, closed_at FROM site WHERE site_id = $site_id AND removed_at IS NULL",
);

/**
 * Checks the site that a request names.
 * @param feature what the request needs of the site, if not every site supports it
 * @throws DomainError 400 that names the field (not 404, because sites belong to the catalog, not to the workspace);
 * 409 when the site does not support the feature
 */
export async function requireSite(
  { sql }: { readonly sql: Sql },
  siteId: string,
  feature?: SiteFeature,
): Promise<void> {
  const site = await sql.maybe(find, { site_id: siteId });
  if (site === undefined) throw invalidField("site_id", "is not a site of the catalog");
  if (site.closed_at !== null) throw siteClosed();
  if (feature !== undefined && site.unsupported.includes(feature)) throw unsupportedBySite(feature);
}

/** @throws DomainError 400 that names `ipv6` where the site's networks have none */
export async function requireIpv6({ sql }: { readonly sql: Sql }, siteId: string): Promise<void> {
  const site = await sql.maybe(find, { site_id: siteId });
  if (site?.unsupported.includes("ipv6") === true)
    throw invalidField("ipv6", "needs a site whose networks have IPv6; leave it out, or use another site");
}

/** @throws DomainError 409 where the site's networks have no peerings */
export async function requirePeering({ sql }: { readonly sql: Sql }, siteId: string): Promise<void> {
  const site = await sql.maybe(find, { site_id: siteId });
  if (site?.unsupported.includes("vpc_peering") === true) throw unsupportedBySite("vpc_peering");
}
