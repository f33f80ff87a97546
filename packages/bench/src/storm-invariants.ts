import type { Product } from "./product.ts";

const SETTLED_VM = "status IN ('running', 'stopped')";

/** Invariants once no more requests are sent. Each statement selects the rows that violate its name. */
const INVARIANTS: Readonly<Record<string, string>> = {
  "every operation ends": "SELECT operation_id FROM operation WHERE finished_at IS NULL",
  "no VM is on its way": `SELECT vm_id FROM vm
                           WHERE operation_id IS NOT NULL OR NOT (${SETTLED_VM} OR status IN ('error', 'deleted'))`,
  "no volume is on its way": `SELECT volume_id FROM volume
     WHERE operation_id IS NOT NULL OR next_operation_id IS NOT NULL OR deleted_at IS NULL
       AND status NOT IN ('available', 'in-use', 'error')`,
  "no entry in a volume's history stays open":
    "SELECT volume_operation_id FROM volume_operation WHERE completed_at IS NULL",
  "no snapshot is on its way": `SELECT snapshot_set_id FROM snapshot_set
                                 WHERE status IN ('queued', 'running') OR restore_operation_id IS NOT NULL
     UNION ALL SELECT snapshot_id FROM volume_snapshot WHERE status IN ('queued', 'running')`,
  "no backup is on its way":
    "SELECT backup_id FROM backup WHERE status IN ('queued', 'running') OR restore_operation_id IS NOT NULL",
  "no image is on its way": `SELECT image_id FROM vm_image WHERE status = 'creating'
     UNION ALL SELECT copy_id FROM image_copy WHERE status = 'copying' AND deleted_at IS NULL`,
  "no policy says that it runs": "SELECT policy_id FROM backup_policy WHERE last_status IN ('queued', 'running')",
  "a volume in use has a VM and a device": `SELECT volume_id FROM volume v
                                             WHERE deleted_at IS NULL AND status IN ('available', 'in-use')
      AND ((status = 'in-use') <> (device_path IS NOT NULL)
        OR (status = 'in-use') <> EXISTS (SELECT FROM vm WHERE vm.vm_id = v.attached_vm_id AND vm.deleted_at IS NULL))`,
  "the provider's machines are ours": `SELECT vm_id FROM simulated.live_instance i
      FULL JOIN (SELECT vm_id FROM vm WHERE ${SETTLED_VM}) v USING (vm_id)
     WHERE i.provisioned IS NULL OR v.vm_id IS NULL`,
  "machines are what their VMs say": `SELECT v.vm_id FROM vm v JOIN simulated.instance i USING (vm_id)
                                       WHERE v.${SETTLED_VM}
      AND (v.status::text, v.cpu, v.ram_mb, v.disk_gb, v.gpu_count, v.template_id, v.rescue_enabled)
       IS DISTINCT FROM (i.power, i.cpu, i.ram_mb, i.disk_gb, i.gpu_count, i.template_id, i.rescue)`,
  "the provider's volumes are ours, with their sizes": `SELECT volume_id FROM simulated.live_volume s
      FULL JOIN (SELECT volume_id, size_gb FROM volume
                  WHERE deleted_at IS NULL AND status <> 'error') v USING (volume_id)
     WHERE s.size_gb IS DISTINCT FROM v.size_gb`,
  "volumes are attached where they say": `SELECT volume_id FROM simulated.volume_attachment a
      FULL JOIN (SELECT volume_id, attached_vm_id, device_path FROM volume v
                  WHERE attached_vm_id IS NOT NULL AND status <> 'error'
                    AND NOT EXISTS (SELECT FROM vm
                                     WHERE vm.vm_id = v.attached_vm_id AND vm.status = 'error')) v USING (volume_id)
     WHERE (a.vm_id, a.device_path) IS DISTINCT FROM (v.attached_vm_id, v.device_path)`,
  "the provider's volume snapshots are ours": `SELECT snapshot_id FROM simulated.volume_snapshot s
      FULL JOIN (SELECT snapshot_id, volume_id FROM volume_snapshot
                  WHERE deleted_at IS NULL AND status = 'succeeded') v USING (snapshot_id, volume_id)
     WHERE s.size_gb IS NULL OR v.snapshot_id IS NULL`,
  "the provider's copies are ours": `SELECT id FROM (SELECT snapshot_id AS id FROM simulated.snapshot UNION
                                                     SELECT backup_id FROM simulated.backup) s
      FULL JOIN (SELECT snapshot_set_id AS id, 1 AS known FROM snapshot_set WHERE status = 'succeeded' UNION ALL
                 SELECT backup_id, 1 FROM backup WHERE status = 'succeeded') v
     USING (id) WHERE s IS NULL OR v.known IS NULL`,
  "what was deleted is gone at the provider": `SELECT volume_id FROM volume
                                                WHERE deleted_at IS NOT NULL AND reclaimed_at IS NULL
     UNION ALL SELECT snapshot_set_id FROM snapshot_set WHERE deleted_at IS NOT NULL UNION ALL SELECT backup_id
      FROM backup WHERE deleted_at IS NOT NULL`,
  "a backup has what it is built upon": `SELECT b.backup_id FROM backup b
                                           LEFT JOIN backup p ON p.backup_id = b.parent_backup_id
     WHERE b.parent_backup_id IS NOT NULL AND (p.status IS DISTINCT FROM 'succeeded' OR p.deleted_at IS NOT NULL)`,
  "what there is is charged, and nothing else": `SELECT * FROM (SELECT resource_id, sku_code, quantity FROM charge
                                                                 WHERE charged_until IS NULL) c
      FULL JOIN (SELECT vm_id AS resource_id, p.sku_code, 1 AS quantity FROM vm JOIN plan p USING (plan_id)
                  WHERE ${SETTLED_VM}
                 UNION ALL SELECT vm_id, 'disk.root', vm.disk_gb - p.disk_gb FROM vm JOIN plan p USING (plan_id)
                 WHERE ${SETTLED_VM} AND vm.disk_gb > p.disk_gb
                 UNION ALL SELECT volume_id, 'volume.' || type, size_gb FROM volume
                 WHERE deleted_at IS NULL AND status <> 'error'
                 UNION ALL SELECT public_ip_id, 'ip.reserved', 1 FROM reserved_ip
                 WHERE reservation_type = 'user_reserved'
                 UNION ALL SELECT policy_id, 'backup.policy', 1 FROM backup_policy WHERE enabled
                 UNION ALL SELECT * FROM (
                   SELECT snapshot_id, 'snapshot.storage', gigabytes(stored_bytes) AS gb FROM volume_snapshot
                    WHERE status = 'succeeded' AND deleted_at IS NULL
                   UNION ALL SELECT snapshot_set_id, 'snapshot.storage', gigabytes(artifact_bytes(artifacts))
                    FROM snapshot_set WHERE status = 'succeeded' AND deleted_at IS NULL
                   UNION ALL SELECT image_id, 'image.storage', sum(gigabytes(size_bytes))::int FROM (
                      SELECT image_id, size_bytes FROM vm_image WHERE status = 'available' AND deleted_at IS NULL
                      UNION ALL SELECT image_id, size_bytes FROM image_copy
                      WHERE status = 'available' AND deleted_at IS NULL) AS kept GROUP BY image_id
                   UNION ALL SELECT backup_id, 'backup.storage', gigabytes(size_bytes) FROM backup
                   WHERE status = 'succeeded' AND deleted_at IS NULL) s WHERE gb > 0) d USING (resource_id, sku_code)
     WHERE c.quantity IS DISTINCT FROM d.quantity`,
  "nothing is charged twice": `SELECT a.charge_id FROM charge a
                                 JOIN charge b USING (workspace_id, resource_type, resource_id, sku_code)
     WHERE a.charge_id < b.charge_id
       AND tstzrange(a.charged_from, a.charged_until) && tstzrange(b.charged_from, b.charged_until)`,
  "the ledger is the balance": `SELECT organization_id FROM wallet w
                                 WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM ledger_entry l
                                                    WHERE l.organization_id = w.organization_id)`,
};

/** The violated invariants, each with its number of rows. */
export async function brokenInvariants({ database }: Product): Promise<string[]> {
  const broken: string[] = [];
  for (const [invariant, contradictions] of Object.entries(INVARIANTS)) {
    const { rowCount } = await database.pool.query(contradictions);
    if (rowCount !== 0) broken.push(`${invariant} (${rowCount})`);
  }
  return broken;
}
