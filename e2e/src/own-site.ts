// A site of a test's own, with hosts.
import type { Client } from "pg";

/** Long enough for a worker to see what has changed. */
export const WORKER_MS = 45_000;

/** Makes a site that has three simulated hosts, which a worker lists soon. */
export async function makeSite(database: Client, siteId: string): Promise<void> {
  await database.query(
    `INSERT INTO site (site_id, name, location, provider, position)
     SELECT $1, $1, 'Nowhere', 'simulated:' || $1, max(position) + 1 FROM site`,
    [siteId],
  );
}

/** The hosts that a worker has seen. */
export async function hostsOf(database: Client, siteId: string): Promise<string[]> {
  const { rows } = await database.query("SELECT name FROM site_host WHERE site_id = $1 ORDER BY name", [siteId]);
  return rows.map((row) => row.name);
}

/** Brings a VM to a host of the site. */
export async function putOn(
  database: Client,
  { siteId, vmId, host }: { readonly siteId: string; readonly vmId: string; readonly host: string },
): Promise<void> {
  await database.query("UPDATE simulated.instance SET provider = 'simulated:' || $1, host = $3 WHERE vm_id = $2", [
    siteId,
    vmId,
    host,
  ]);
  await database.query("UPDATE simulated.network_configuration SET provider = 'simulated:' || $1 WHERE id = $2", [
    siteId,
    vmId,
  ]);
  await database.query(
    `UPDATE vm SET site_id = $1, host_id = (SELECT host_id FROM site_host WHERE site_id = $1 AND name = $3)
      WHERE vm_id = $2`,
    [siteId, vmId, host],
  );
}

/** Removes a site with everything that is there. */
export async function removeSite(database: Client, siteId: string): Promise<void> {
  await database.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE site_id = $1", [siteId]);
  await database.query("DELETE FROM site_host WHERE site_id = $1", [siteId]);
  await database.query("UPDATE site SET removed_at = now() WHERE site_id = $1", [siteId]);
  await database.query("DELETE FROM site_fence WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM unknown_resource WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM simulated.instance WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM simulated.network_configuration WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM simulated.host WHERE provider = 'simulated:' || $1", [siteId]);
  await database.query("DELETE FROM reconciler WHERE lane = 'simulated:' || $1", [siteId]);
}
