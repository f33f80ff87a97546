import { type Sql, statement } from "@fulmar/prisma";
import type { LxdSiteOptions } from "@fulmar/providers";
import { DomainError } from "../request/domain-error.ts";
import { Sealer } from "../request/sealed-value.ts";
import { type ConnectionRow, connectionOptions, SITE_KEYS } from "../work/site-providers.ts";

const find = statement(
  "site_connection_of",
  `SELECT s.name, c.site_id, c.endpoint, c.project, c.storage_pool, c.network, c.uplink, c.instance_type, c.client_certificate,
          c.client_key_sealed, c.server_certificate
     FROM site s JOIN site_connection c ON c.site_id = s.site_id WHERE s.site_id = $1`,
);

/** How a site is reached, for its operator. @throws DomainError 404 */
export async function connectionOf(
  sql: Sql,
  secret: string,
  siteId: string,
): Promise<{ name: string; options: LxdSiteOptions }> {
  const [row] = await sql.queryAs<ConnectionRow & { name: string }>(find, [siteId]);
  if (row === undefined)
    throw new DomainError("not_found", "There is no such site with a server of its own; check its id.");
  return { name: row.name, options: connectionOptions(row, new Sealer(secret, SITE_KEYS)) };
}
