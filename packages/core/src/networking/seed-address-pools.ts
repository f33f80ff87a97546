import { type Database, statement } from "@fulmar/prisma";

/**
 * Ranges that are kept for documentation (RFC 5737): addresses that nobody on the Internet has, so that pretended
 * machines may.
 */
const SIMULATED_RANGES = ["203.0.113.0/24", "198.51.100.0/24"] as const;

// A range belongs to one site: the first to the first simulated site, and so on. Its network and broadcast addresses
// are left out.
const seed = statement(
  "public_address_seed",
  `INSERT INTO public_address (address, site_id)
   SELECT host(range.cidr)::inet + host.number, place.site_id
     FROM unnest($1::inet[]) WITH ORDINALITY AS range (cidr, position)
     JOIN (SELECT site_id, row_number() OVER (ORDER BY position, site_id) AS position FROM site WHERE provider = 'simulated' AND removed_at IS NULL) AS place USING (position)
    CROSS JOIN generate_series(1, 254) AS host (number)
       ON CONFLICT (address) DO NOTHING`,
);

/**
 * Gives the simulated sites public addresses to hand out; those that are there stay as they are. Run it after the sites
 * are seeded.
 */
export async function seedAddressPools({ sql }: Pick<Database, "sql">): Promise<void> {
  await sql.query(seed, [[...SIMULATED_RANGES]]);
}
