import type { Client } from "pg";

/** The message of the fence. */
export const FENCED = "The site is ahead of this database, which was restored from an older backup.";

/**
 * Fences the simulated sites of an installation, as the restore of an older backup does: they have a VM that the
 * database does not know.
 * @returns ends the fence, as a resume does
 */
export async function fenceSites(
  database: Client,
  { workspaceId, vmName }: { readonly workspaceId: string; readonly vmName: string },
): Promise<() => Promise<void>> {
  const vmId = `vm_${vmName}`;
  // The VM must exist at the site too: a worker would otherwise drop it as missing.
  const { rowCount } = await database.query(
    `WITH fenced AS (
         UPDATE site_fence SET reason = 'database_behind', detail = $3, fenced_at = now() WHERE provider = 'simulated'
      RETURNING installation_id
       ), marked AS (
         SELECT installation_id, jsonb_build_object('installation_id', installation_id, 'rows',
                                                    jsonb_build_object('vm', jsonb_build_array(
                  jsonb_build_object('vm_id', $1::text, 'workspace_id', $4::bigint, 'site_id',
                                     'site-ams-1')))) AS record FROM fenced
       ), made AS (
         INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, record)
         SELECT $1, $2, 1, 1024, 20, 'debian-12', record FROM marked
       )
       INSERT INTO unknown_resource (provider, kind, resource_id, name, size, made_at, record, installation_id,
                                     accepted_at)
       SELECT 'simulated', 'vm', $1, $2, '1 CPU, 1 GB RAM, 20 GB disk', now(), record, installation_id, now()
         FROM marked RETURNING installation_id`,
    [vmId, vmName, FENCED, workspaceId],
  );
  if (rowCount === 0) throw new Error("no worker has driven the simulated sites yet");
  return async () => {
    await database.query(
      `WITH gone AS (DELETE FROM simulated.instance WHERE vm_id = $1),
            known AS (DELETE FROM unknown_resource WHERE resource_id = $1),
              resumed AS (UPDATE site_fence SET reason = NULL, detail = NULL, fenced_at = NULL
                           WHERE provider = 'simulated')
         UPDATE operation
            SET held_at = NULL, hold_reason = NULL, run_at = now(), deadline_at = deadline_at + (now() - held_at)
          WHERE finished_at IS NULL AND held_at IS NOT NULL`,
      [vmId],
    );
  };
}
