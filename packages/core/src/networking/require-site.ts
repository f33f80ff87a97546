import type { Blocker } from "@fulmar/contract";
import { lookup, type Sql } from "@fulmar/prisma";
import type { SiteFeature } from "@fulmar/providers";
import { conflict, invalidField } from "../request/domain-error.ts";
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

/** Something that is at a site and cannot leave it. */
export interface Sited {
  readonly siteId: string;
  readonly blocker: Blocker;
}

/** @throws DomainError 409 that names everything that is at another site than `siteId` */
export function requireSameSite(siteId: string, parts: readonly Sited[]): void {
  const blockers = parts.filter((part) => part.siteId !== siteId).map((part) => part.blocker);
  if (blockers.length > 0)
    throw conflict("site_mismatch", `What is put together must be at one site; choose what is at ${siteId}.`, blockers);
}
