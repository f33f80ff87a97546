import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { NOTHING_RESERVED } from "../compute/index.ts";
import { endsByResume } from "../work/fence.ts";

/** The error of an operation that was running according to a restored database. */
const INTERRUPTED =
  "The control plane was restored from a backup while this operation was under way. Check the present state of the " +
  "resource, and send the request again.";

const list = statement(
  "interrupted_list",
  `SELECT o.operation_id, o.saga, o.resource_id, o.input ->> 'snapshot_id' AS snapshot_id FROM operation o
    WHERE ${endsByResume("$provider", "(SELECT fenced_at FROM site_fence WHERE provider = $provider)")}`,
);

type Interrupted = RowOf<typeof list>;

const end = statement(
  "interrupted_end",
  `UPDATE operation
      SET status = 'failed', outcome = 'failed', error_code = 'interrupted', error_message = '${INTERRUPTED}',
          finished_at = now(), updated_at = now(),
          held_at = NULL, hold_reason = NULL, lease_owner = NULL, lease_until = NULL
    WHERE operation_id = ANY ($operation_ids::text[])`,
);

const forgetConfiguration = statement(
  "interrupted_configuration",
  "DELETE FROM vm_pending_configuration WHERE operation_id = ANY ($operation_ids::text[])",
);

const vmsOf = statement("interrupted_vms", "SELECT vm_id FROM vm WHERE operation_id = ANY ($operation_ids::text[])");

const showVms = statement(
  "interrupted_show_vms",
  `UPDATE vm v
      SET status = coalesce(found.power, 'error')::vm_status, private_ip = coalesce(v.private_ip, found.private_ip),
          operation_id = NULL, ${NOTHING_RESERVED}, updated_at = now(),
          failed_operation_id = CASE WHEN found.power IS NULL THEN v.operation_id END
     FROM unnest($vm_ids::text[], $powers::text[], $private_ips::text[]) AS found (vm_id, power, private_ip)
    WHERE v.vm_id = found.vm_id`,
);

const volumesOf = statement(
  "interrupted_volumes",
  `SELECT volume_id FROM volume
    WHERE deleted_at IS NULL AND (operation_id = ANY ($operation_ids::text[])
                                  OR next_operation_id = ANY ($operation_ids::text[]))`,
);

const showVolumes = statement(
  "interrupted_show_volumes",
  `UPDATE volume v SET status = CASE WHEN found.size_gb IS NULL THEN 'error' WHEN found.vm_id IS NULL THEN 'available'
                                     ELSE 'in-use' END::volume_status,
          error_message = CASE WHEN found.size_gb IS NULL THEN '${INTERRUPTED}' END,
          size_gb = coalesce(found.size_gb, v.size_gb),
          attached_vm_id = found.vm_id, device_path = found.device_path, operation_id = NULL, next_operation_id = NULL,
          updated_at = now()
     FROM unnest($volume_ids::text[], $size_gbs::int[], $attached_vm_ids::text[],
                 $device_paths::text[]) AS found (volume_id, size_gb, vm_id, device_path)
    WHERE v.volume_id = found.volume_id`,
);

const endVolumeHistory = statement(
  "interrupted_volume_history",
  `UPDATE volume_operation SET status = 'failed', error = '${INTERRUPTED}', completed_at = now()
    WHERE operation_id = ANY ($operation_ids::text[]) AND status = 'in-progress'`,
);

const showVolumeSnapshots = statement(
  "interrupted_volume_snapshots",
  `UPDATE volume_snapshot s SET status = CASE WHEN found.present THEN 'succeeded'
                                              ELSE 'failed' END::volume_snapshot_status, completed_at = now(),
          stored_bytes = found.stored_bytes,
          error_message = CASE WHEN NOT found.present THEN '${INTERRUPTED}' END
     FROM unnest($snapshot_ids::text[], $present::boolean[], $stored_bytes::bigint[])
       AS found (snapshot_id, present, stored_bytes)
    WHERE s.snapshot_id = found.snapshot_id AND s.completed_at IS NULL`,
);

const pointsOf = (table: "snapshot_set" | "backup") =>
  statement(
    `interrupted_${table}`,
    `SELECT ${table}_id AS id FROM ${table}
      WHERE operation_id = ANY ($operation_ids::text[]) AND status IN ('queued', 'running') AND deleted_at IS NULL`,
  );

// A copy at the site is complete, but only its operation could record that. It is adopted by its labels instead.
const forgetPoints = (table: "snapshot_set" | "backup") =>
  statement(`interrupted_forget_${table}`, `DELETE FROM ${table} WHERE ${table}_id = ANY ($ids::text[])`);

const failPoints = (table: "snapshot_set" | "backup") =>
  statement(
    `interrupted_fail_${table}`,
    `UPDATE ${table} SET status = 'failed', error_code = 'interrupted', error_message = '${INTERRUPTED}'
      WHERE ${table}_id = ANY ($ids::text[])`,
  );

const freePoints = (table: "snapshot_set" | "backup") =>
  statement(
    `interrupted_free_${table}`,
    `UPDATE ${table} SET restore_operation_id = NULL WHERE restore_operation_id = ANY ($operation_ids::text[])`,
  );

const POINTS = (["snapshot_set", "backup"] as const).map((table) => ({
  of: pointsOf(table),
  forget: forgetPoints(table),
  fail: failPoints(table),
  free: freePoints(table),
}));

/** The running operations of a database that is behind its site. They have ended since with an unknown outcome. */
export async function interruptedOperations(sql: Sql, provider: string): Promise<readonly Interrupted[]> {
  return sql.query(list, { provider });
}

/**
 * Ends interrupted operations without continuing or undoing them, and updates their resources from the site. The
 * transaction must have `fulmar.restoring` on, so that no tombstones are written.
 */
export async function endInterrupted(
  sql: Sql,
  { compute, inventory, recovery }: Provider,
  operations: readonly Interrupted[],
  signal: AbortSignal,
): Promise<void> {
  const ids = operations.map(({ operation_id }) => operation_id);
  if (ids.length === 0) return;
  const vmIds = (await sql.query(vmsOf, { operation_ids: ids })).map(({ vm_id }) => vm_id);
  const instances = new Map((await compute.findInstances(vmIds, signal)).map((instance) => [instance.vmId, instance]));
  await sql.query(showVms, {
    vm_ids: vmIds,
    powers: vmIds.map((id) => instances.get(id)?.power ?? null),
    private_ips: vmIds.map((id) => instances.get(id)?.privateIp ?? null),
  });

  const volumeIds = (await sql.query(volumesOf, { operation_ids: ids })).map(({ volume_id }) => volume_id);
  const volumes = await Promise.all(
    volumeIds.map(async (id) => (await inventory.describe("volume", id, signal))?.volume),
  );
  await sql.query(showVolumes, {
    volume_ids: volumeIds,
    size_gbs: volumes.map((volume) => volume?.sizeGb ?? null),
    attached_vm_ids: volumes.map((volume) => volume?.attachedVmId ?? null),
    device_paths: volumes.map((volume) => volume?.devicePath ?? null),
  });
  await sql.query(endVolumeHistory, { operation_ids: ids });

  const copies = operations.flatMap(({ saga, resource_id, snapshot_id }) =>
    saga === "volume-snapshot" && snapshot_id !== null ? [{ resource_id, snapshot_id }] : [],
  );
  const present = await Promise.all(
    copies.map(async ({ resource_id, snapshot_id }) => {
      const found = await inventory.describe("volume", resource_id, signal);
      return found?.volume?.snapshots.find(({ snapshotId }) => snapshotId === snapshot_id);
    }),
  );
  await sql.query(showVolumeSnapshots, {
    snapshot_ids: copies.map(({ snapshot_id }) => snapshot_id),
    present: present.map((snapshot) => snapshot !== undefined),
    stored_bytes: present.map((snapshot) => snapshot?.storedBytes ?? null),
  });

  for (const { of, forget, fail, free } of POINTS) {
    const pointIds = (await sql.query(of, { operation_ids: ids })).map(({ id }) => id);
    const kept = new Set((await recovery.findRecoveryPoints(pointIds, signal)).map(({ id }) => id));
    await sql.query(forget, { ids: pointIds.filter((id) => kept.has(id)) });
    await sql.query(fail, { ids: pointIds.filter((id) => !kept.has(id)) });
    await sql.query(free, { operation_ids: ids });
  }
  await sql.query(forgetConfiguration, { operation_ids: ids });
  await sql.query(end, { operation_ids: ids });
}
