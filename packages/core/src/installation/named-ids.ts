// The sites, hosts and organizations that a field names.
import { type Sql, statement } from "@fulmar/prisma";
import { invalidField } from "../request/domain-error.ts";

const unknownSites = statement(
  "operator_sites_unknown",
  `SELECT named.site_id FROM unnest($site_ids::text[]) AS named (site_id)
    WHERE NOT EXISTS (SELECT FROM site s WHERE s.site_id = named.site_id AND s.removed_at IS NULL)`,
);

const unknownHosts = statement(
  "operator_hosts_unknown",
  `SELECT named.host_id FROM unnest($host_ids::text[]) AS named (host_id)
    WHERE NOT EXISTS (SELECT FROM site_host h JOIN site s ON s.site_id = h.site_id
                       WHERE h.host_id = named.host_id AND s.removed_at IS NULL)`,
);

const unknownOrganizations = statement(
  "operator_organizations_unknown",
  `SELECT named.id FROM unnest($organization_ids::text[]) AS named (id)
    WHERE NOT EXISTS (SELECT FROM organization o WHERE o.organization_id = named.id)`,
);

/** The sites of a field, each once. @throws DomainError 400 if one is none of the installation */
export async function requireSites(sql: Sql, siteIds: readonly string[]): Promise<string[]> {
  const [unknown] = await sql.query(unknownSites, { site_ids: siteIds });
  if (unknown !== undefined) throw invalidField("site_ids", "must be sites of this installation");
  return [...new Set(siteIds)];
}

/** The hosts of a field, each once. @throws DomainError 400 if one is at no site of the installation */
export async function requireHosts(sql: Sql, hostIds: readonly string[]): Promise<string[]> {
  if (hostIds.length === 0) return [];
  const [unknown] = await sql.query(unknownHosts, { host_ids: hostIds });
  if (unknown !== undefined) throw invalidField("host_ids", "must be hosts of sites of this installation");
  return [...new Set(hostIds)];
}

/** The organizations of a field, each once. @throws DomainError 400 if one is none of the installation */
export async function requireOrganizations(
  sql: Sql,
  organizationIds: readonly string[] | null,
): Promise<string[] | null> {
  if (organizationIds === null) return null;
  const [unknown] = await sql.query(unknownOrganizations, { organization_ids: organizationIds });
  if (unknown !== undefined) throw invalidField("organization_ids", "must be organizations of this installation");
  return [...new Set(organizationIds)];
}
