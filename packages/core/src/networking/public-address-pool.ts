import { type Sql, statement } from "@fulmar/prisma";
import { conflict, type DomainError } from "../request/domain-error.ts";

const free = statement(
  "public_address_free",
  "SELECT FROM public_address WHERE site_id = $1 AND public_ip_id IS NULL LIMIT 1",
);

/** Whether a site has a public address left to hand out. */
export async function hasFreeAddress(sql: Sql, siteId: string): Promise<boolean> {
  return (await sql.query(free, [siteId])).length > 0;
}

export function poolExhausted(): DomainError {
  return conflict(
    "address_pool_exhausted",
    "The site has no public address left; choose another site, or try again when some have been given back.",
  );
}
