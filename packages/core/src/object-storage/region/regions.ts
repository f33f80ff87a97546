import { STORAGE_FEATURES } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import type { Handler } from "../../request/context.ts";

const list = statement(
  "region_list",
  `SELECT region, name, endpoint_url, unsupported, created_at FROM storage_region
    WHERE connected_at IS NOT NULL AND region > $region ORDER BY region LIMIT $limit::int`,
);

/**
 * The regions are the same in every workspace and ordered by their identifiers. A region without an endpoint uses the
 * installation's object store.
 */
export const listRegions: Handler<"region.list"> = async (context, { limit, cursor }) => {
  const rows = await context.sql.query(list, {
    region: decodeCursor(cursor, /^[a-z0-9-]+$/) ?? "",
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    ({ region }) => region,
    (row) => ({
      ...row,
      unsupported: STORAGE_FEATURES.filter((feature) => row.unsupported.includes(feature)),
      endpoint_url: row.endpoint_url ?? context.configuration.publicObjectStoreUrl,
      created_at: toTimestamp(row.created_at),
    }),
  );
};

const embedded = statement(
  "storage_region_names",
  "SELECT region FROM storage_region WHERE backend = 'embedded' ORDER BY created_at, region",
);

/** The regions of the embedded object store, the oldest first. */
export async function listRegionNames(sql: Sql): Promise<string[]> {
  return (await sql.query(embedded)).map(({ region }) => region);
}

const endpoints = statement(
  "region_endpoints",
  "SELECT DISTINCT endpoint_url FROM storage_region WHERE endpoint_url IS NOT NULL ORDER BY endpoint_url",
);

/** The endpoints of regions with an object store of their own. */
export async function listEndpoints({ sql }: Pick<Database, "sql">): Promise<readonly string[]> {
  const rows = await sql.query(endpoints);
  return rows.map(({ endpoint_url }) => endpoint_url);
}

/** The regions of a new installation, with the sites that hold their buckets. */
const regions = [
  { region: "eu-central-1", name: "Europe Central 1", site_id: "site-fra-1" },
  { region: "eu-west-1", name: "Europe West 1", site_id: "site-ams-1" },
] as const;

const seed = statement(
  "region_seed",
  `INSERT INTO storage_region (region, name, site_id)
   SELECT r.region, r.name, s.site_id FROM jsonb_populate_recordset(NULL::storage_region, $regions::jsonb) AS r
     LEFT JOIN site s ON s.site_id = r.site_id
       ON CONFLICT (region) DO NOTHING`,
);

/** Adds missing regions, after the sites. Existing regions belong to the operator and are not changed. */
export async function seedRegions({ sql }: Pick<Database, "sql">): Promise<void> {
  await sql.query(seed, { regions: JSON.stringify(regions) });
}
