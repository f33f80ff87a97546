import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";
import { expiredBackups } from "./backup-chain.ts";
import { lockBackupsOf } from "./backups.ts";
import { imagesMadeOf } from "./recovery-refusals.ts";

const PAGE = 200;

const expiring = statement(
  "backup_expiring_vms",
  `SELECT DISTINCT vm_id, workspace_id FROM backup
    WHERE deleted_at IS NULL AND expires_at <= $now::timestamptz AND vm_id > $after ORDER BY vm_id LIMIT ${PAGE}`,
);

const retained = statement(
  "backup_retained",
  `SELECT b.workspace_id, b.vm_id, b.backup_id, b.type::text, b.parent_backup_id, b.status::text, b.expires_at,
          b.restore_operation_id IS NOT NULL
            OR EXISTS (SELECT FROM ${imagesMadeOf({ workspace: "b.workspace_id", id: "b.backup_id" })}) AS held,
          coalesce(p.enabled, false) AS keep_newest
     FROM unnest($workspace_ids::bigint[], $vm_ids::text[]) AS v (workspace_id, vm_id)
     JOIN backup b ON b.workspace_id = v.workspace_id AND b.vm_id = v.vm_id AND b.deleted_at IS NULL
     LEFT JOIN backup_policy p ON p.workspace_id = b.workspace_id AND p.vm_id = b.vm_id`,
);

const expire = statement(
  "backup_expire",
  `UPDATE backup SET deleted_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND backup_id = ANY ($backup_ids::text[])
      AND deleted_at IS NULL`,
);

type ExpiringVm = RowOf<typeof expiring>;
type RetainedRow = RowOf<typeof retained>;

/**
 * Deletes backups whose retention has passed, except parents of remaining ones. `remove-recovery-points` removes them
 * at their providers.
 */
export const expireBackups: Reconciler<WorkerServices> = {
  name: "expire-backups",
  everyMs: 60_000,
  async run({ database }, signal) {
    const now = new Date();
    for (let after = "", full = true; full; ) {
      signal.throwIfAborted();
      const vms = await database.sql.query(expiring, { now, after });
      // Most VMs have nothing expired. This check takes no lock.
      const found = await retainedBy(database.sql, vms);
      for (const vm of vms) if (expiredOf(found, vm, now).length > 0) await expireOf(database, vm, now);
      full = vms.length === PAGE;
      after = vms.at(-1)?.vm_id ?? after;
    }
  },
};

async function expireOf(database: Database, vm: ExpiringVm, now: Date): Promise<void> {
  await database.transaction(async ({ sql }) => {
    await lockBackupsOf(sql, vm.workspace_id, vm.vm_id);
    await sql.query(expire, {
      workspace_id: vm.workspace_id,
      vm_id: vm.vm_id,
      backup_ids: expiredOf(await retainedBy(sql, [vm]), vm, now),
    });
  });
}

function retainedBy(sql: Sql, vms: readonly ExpiringVm[]): Promise<RetainedRow[]> {
  return sql.query(retained, { workspace_ids: vms.map((vm) => vm.workspace_id), vm_ids: vms.map((vm) => vm.vm_id) });
}

function expiredOf(rows: readonly RetainedRow[], vm: ExpiringVm, now: Date): string[] {
  const backups = rows.filter((row) => row.vm_id === vm.vm_id && row.workspace_id === vm.workspace_id);
  return expiredBackups(backups, { now, keepNewest: backups.some((row) => row.keep_newest) });
}
