import type { Client } from "pg";

/**
 * Writes a worker's report of a server that runs containers, for a simulated site, which has none. It has room for
 * every plan.
 * @returns removes the report
 */
export async function warnOfSite(database: Client, siteId: string, warning: string): Promise<() => Promise<void>> {
  await database.query(
    `INSERT INTO site_capacity (site_id, reachable, server, cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb,
                                instance_type, warnings)
       VALUES ($1, true, 'lxd 5.0.2', 1000, 10000000, 10000000, 1000000, 1000000, 'container', ARRAY[$2])`,
    [siteId, warning],
  );
  return async () => {
    await database.query("DELETE FROM site_capacity WHERE site_id = $1", [siteId]);
  };
}
