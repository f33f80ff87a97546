import { type BackupPolicy, type BackupPolicyEnableRequest, statusesAllowing, type VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { findHindrance, refuseByState } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { POLICY_COLUMNS, toBackupPolicy } from "./backup-policy-record.ts";
import { slotAfter } from "./backup-slot.ts";

// Zero rows: the VM is not there or not in a state for it, or its backups are enabled already. A policy that was
// disabled keeps its backups, and they go by its new retention.
const enable = statement(
  "backup_policy_enable",
  `WITH v AS (
     SELECT v.workspace_id, v.vm_id, v.name, v.os_type, v.os_distro, v.template_id, s.provider FROM vm v JOIN site s ON s.site_id = v.site_id
      WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = $17::vm_type AND v.status = ANY ($3::vm_status[])
        FOR SHARE OF v
   ), enabled AS (
     INSERT INTO backup_policy AS p (policy_id, workspace_id, vm_id, frequency, timezone, hour, minute, day_of_week, window_minutes, retention_days,
                                     full_backup_interval_days, incremental_enabled, requested_by, storage_backend, next_run_at, start_at)
     SELECT $4, workspace_id, vm_id, $5::backup_frequency, $6, $7::int, $8::int, $9::int, $10::int, $11::int, $12::int, $13::boolean, $14, provider,
            $15::timestamptz, $16::timestamptz
       FROM v
         ON CONFLICT (workspace_id, vm_id) DO UPDATE
        SET enabled = true, frequency = excluded.frequency, timezone = excluded.timezone, hour = excluded.hour, minute = excluded.minute,
            day_of_week = excluded.day_of_week, window_minutes = excluded.window_minutes, retention_days = excluded.retention_days,
            full_backup_interval_days = excluded.full_backup_interval_days, incremental_enabled = excluded.incremental_enabled,
            requested_by = excluded.requested_by, next_run_at = excluded.next_run_at, start_at = excluded.start_at, updated_at = now()
      WHERE NOT p.enabled
     RETURNING p.*
   ), kept AS (
     UPDATE backup b SET expires_at = b.finished_at + p.retention_days * interval '24 hours' FROM enabled p
      WHERE b.workspace_id = p.workspace_id AND b.vm_id = p.vm_id AND b.policy_id = p.policy_id AND b.deleted_at IS NULL AND b.finished_at IS NOT NULL
   )
   SELECT ${POLICY_COLUMNS} FROM enabled p JOIN v ON v.vm_id = p.vm_id`,
);

/**
 * Backs a VM up from now on; what the request leaves out gets the specification's defaults. @throws DomainError 404,
 * 409
 */
export async function enableBackups(
  { sql, workspace, ...context }: RequestContext,
  type: VmType,
  { vm_id, schedule, ...policy }: BackupPolicyEnableRequest & { readonly vm_id: string },
): Promise<BackupPolicy> {
  const slot = slotAfter(schedule, vm_id, new Date());
  const [row] = await sql.query(enable, [
    workspace.id,
    vm_id,
    statusesAllowing("enable_backups"),
    newId("bpol"),
    schedule.frequency,
    schedule.timezone,
    schedule.hour,
    schedule.minute,
    schedule.day_of_week,
    schedule.window_minutes,
    policy.retention_days,
    policy.full_backup_interval_days,
    policy.incremental_enabled,
    policy.requested_by,
    slot.at,
    slot.startAt,
    type,
  ]);
  if (row !== undefined) return toBackupPolicy(row, workspace);
  refuseByState(await findHindrance({ ...context, sql, workspace }, type, vm_id), "enable_backups");
  throw conflict("backups_enabled", "The VM's backups are enabled already; change their policy instead.");
}
