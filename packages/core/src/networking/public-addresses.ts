import { formatIpv4, networkSize, parseCidr } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { conflict, type DomainError, invalidField, notFound } from "../request/domain-error.ts";
import { isInUse } from "../site/index.ts";

const free = statement(
  "public_address_free",
  `SELECT FROM public_address a WHERE a.site_id = $site_id AND NOT ${isInUse("a")} LIMIT 1`,
);

/** Whether a site has a free public address. */
export async function hasFreeAddress(sql: Sql, siteId: string): Promise<boolean> {
  return (await sql.query(free, { site_id: siteId })).length > 0;
}

export function poolExhausted(): DomainError {
  return conflict(
    "address_pool_exhausted",
    "The site has no public address left; choose another site, or try again when some have been given back.",
  );
}

/** A /16 has 65,534 addresses, one row each: more than a site needs, and few enough for one statement. */
const LARGEST_PREFIX = 16;

const exists = statement("public_range_site", "SELECT FROM site WHERE site_id = $site_id AND removed_at IS NULL");
const foreign = statement(
  "public_range_foreign",
  "SELECT host(address) AS address FROM public_address WHERE address <<= $range::inet AND site_id <> $site_id LIMIT 1",
);
const insert = statement(
  "public_range_add",
  `INSERT INTO public_address (address, site_id)
   SELECT $first::inet + number, $site_id FROM generate_series(0, $count::int - 1) AS number
       ON CONFLICT (address) DO NOTHING RETURNING 1 AS added`,
);

/**
 * Adds public addresses to a site's pool and leaves existing ones as they are. The operator has to route them to the
 * site. For networks of more than two addresses, the first and the last are left out.
 * @returns the number of new addresses
 * @throws DomainError 400 that names the option, 404 for an unknown site, 409 when another site has one of them
 */
export async function addPublicRange(
  { sql }: Pick<Database, "sql">,
  { siteId, range }: { readonly siteId: string; readonly range: string },
): Promise<number> {
  const network = parseCidr(range);
  if (network === undefined || network.prefixLength < LARGEST_PREFIX)
    throw invalidField("range", "must be an IPv4 network such as 198.51.100.0/28, a /16 at most");
  if ((await sql.query(exists, { site_id: siteId })).length === 0) throw notFound("site");
  const taken = await sql.maybe(foreign, { range, site_id: siteId });
  if (taken !== undefined)
    throw conflict(
      "address_taken",
      `The address ${taken.address} belongs to another site; choose a range that overlaps no other site.`,
    );
  const all = networkSize(network);
  const ends = all > 2 ? 1 : 0;
  const values = { first: formatIpv4(network.first + ends), site_id: siteId, count: all - 2 * ends };
  return (await sql.query(insert, values)).length;
}

/** Documentation ranges (RFC 5737). They are not used on the Internet, so simulated instances may have them. */
const SIMULATED_RANGES = ["203.0.113.0/24", "198.51.100.0/24"] as const;

// Each range belongs to one simulated site, in order. Network and broadcast addresses are left out.
const seed = statement(
  "public_address_seed",
  `INSERT INTO public_address (address, site_id)
   SELECT host(range.cidr)::inet + host.number, place.site_id
     FROM unnest($simulated_ranges::inet[]) WITH ORDINALITY AS range (cidr, position)
     JOIN (SELECT site_id, row_number() OVER (ORDER BY position, site_id) AS position FROM site
            WHERE provider = 'simulated' AND removed_at IS NULL) AS place USING (position)
    CROSS JOIN generate_series(1, 254) AS host (number)
       ON CONFLICT (address) DO NOTHING`,
);

/**
 * Adds public addresses to the simulated sites and leaves existing ones as they are. Run it after the sites are seeded.
 */
export async function seedAddressPools({ sql }: Pick<Database, "sql">): Promise<void> {
  await sql.query(seed, { simulated_ranges: [...SIMULATED_RANGES] });
}
