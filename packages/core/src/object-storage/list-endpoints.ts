import { type Database, statement } from "@fulmar/prisma";

const list = statement(
  "region_endpoints",
  "SELECT DISTINCT endpoint_url FROM storage_region WHERE endpoint_url IS NOT NULL ORDER BY endpoint_url",
);

/** Where the objects of regions are that do not use the installation's own object store, whatever workspace asks. */
export async function listEndpoints({ sql }: Pick<Database, "sql">): Promise<readonly string[]> {
  const rows = await sql.query(list, []);
  return rows.map(({ endpoint_url }) => endpoint_url);
}
