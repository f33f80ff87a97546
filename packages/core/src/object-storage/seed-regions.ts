import { type Database, statement } from "@fulmar/prisma";

/** The regions that an installation begins with, each with the site that holds its buckets. */
const regions = [
  { region: "eu-central-1", name: "Europe Central 1", site_id: "site-fra-1" },
  { region: "eu-west-1", name: "Europe West 1", site_id: "site-ams-1" },
] as const;

const seed = statement(
  "region_seed",
  `INSERT INTO storage_region (region, name, site_id)
   SELECT r.region, r.name, s.site_id FROM jsonb_populate_recordset(NULL::storage_region, $1::jsonb) AS r LEFT JOIN site s ON s.site_id = r.site_id
       ON CONFLICT (region) DO NOTHING`,
);

/**
 * Adds the regions that are missing, in either environment; after the sites. Those that are there stay: they are the
 * operator's.
 */
export async function seedRegions({ sql }: Pick<Database, "sql">): Promise<void> {
  await sql.query(seed, [JSON.stringify(regions)]);
}
