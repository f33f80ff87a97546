import {
  BackupPolicy,
  BackupPolicySchedule,
  type OperationById,
  type ParsedInput,
  statusesAllowing,
  type VmType,
} from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { readVmWithOperation, refuseByState } from "../compute/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Workspace } from "../request/caller.ts";
import type { InWorkspace } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { slotAfter } from "./backup-slot.ts";
import { requireDestination } from "./copies/destinations.ts";

/** Of a policy `p` and its VM `v`. */
export const POLICY_COLUMNS = `p.policy_id, p.vm_id, p.enabled, p.frequency::text, p.timezone, p.hour, p.minute,
  p.day_of_week, p.window_minutes, p.retention_days, p.full_backup_interval_days, p.incremental_enabled,
  p.storage_backend, p.destination_id, p.created_at, p.updated_at, p.next_run_at, p.last_run_at, p.last_status::text, v.name AS vm_name,
  v.os_type, v.os_distro, v.template_id`;

/** Picks the schedule from a wider row. */
export const scheduleOf = wireForm(BackupPolicySchedule);

const shown = wireForm(BackupPolicy);

export function toBackupPolicy(row: PolicyRow, workspace: Workspace): BackupPolicy {
  return shown({
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    organization_name: workspace.organizationName,
    workspace_name: workspace.name,
    schedule: scheduleOf(row),
    last_status: row.last_status ?? undefined,
    destination_id: row.destination_id ?? undefined,
  });
}

const get = statement(
  "backup_policy_get",
  `SELECT ${POLICY_COLUMNS} FROM backup_policy p JOIN vm v ON v.workspace_id = p.workspace_id AND v.vm_id = p.vm_id
    WHERE p.workspace_id = $workspace_id::bigint AND p.vm_id = $vm_id AND v.type = $type::vm_type`,
);

/** A policy with the columns of its VM that the record shows. */
type PolicyRow = RowOf<typeof get>;

/** @throws DomainError 404 when the VM does not exist or has no policy */
export async function getBackupPolicy(
  context: InWorkspace,
  type: VmType,
  { vm_id }: ParsedInput<OperationById<"backupPolicy.get">>,
): Promise<BackupPolicy> {
  return toBackupPolicy(await findPolicy(context, type, vm_id), context.workspace);
}

/** @throws DomainError 404 when the VM does not exist or has no policy */
export async function findPolicy(context: InWorkspace, type: VmType, vm_id: string): Promise<PolicyRow> {
  const row = await context.sql.maybe(get, { workspace_id: context.workspace.id, vm_id, type });
  if (row !== undefined) return row;
  await readVmWithOperation(context, type, vm_id);
  throw new DomainError("not_found", "The VM has no backup policy; enable its backups first.");
}

// Zero rows: the VM does not exist or its state does not allow it, or its backups are enabled already. The backups of a
// disabled policy get the new retention.
const enable = statement(
  "backup_policy_enable",
  `WITH v AS (
     SELECT v.workspace_id, v.vm_id, v.name, v.os_type, v.os_distro, v.template_id, s.provider FROM vm v
       JOIN site s ON s.site_id = v.site_id
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type
        AND v.status = ANY ($status::vm_status[])
        FOR SHARE OF v
   ), enabled AS (
     INSERT INTO backup_policy AS p (policy_id, workspace_id, vm_id, frequency, timezone, hour, minute, day_of_week,
                                     window_minutes, retention_days,
                                     full_backup_interval_days, incremental_enabled, requested_by, storage_backend,
                                     next_run_at, start_at, destination_id)
     SELECT $policy_id, workspace_id, vm_id, $frequency::backup_frequency, $timezone, $hour::int, $minute::int,
            $day_of_week::int, $window_minutes::int, $retention_days::int, $full_backup_interval_days::int,
            $incremental_enabled::boolean, $requested_by, provider,
            $next_run_at::timestamptz, $start_at::timestamptz, $destination_id
       FROM v
         ON CONFLICT (workspace_id, vm_id) DO UPDATE
        SET enabled = true, frequency = excluded.frequency, timezone = excluded.timezone, hour = excluded.hour,
            minute = excluded.minute,
            day_of_week = excluded.day_of_week, window_minutes = excluded.window_minutes,
            retention_days = excluded.retention_days,
            full_backup_interval_days = excluded.full_backup_interval_days,
            incremental_enabled = excluded.incremental_enabled,
            requested_by = excluded.requested_by, next_run_at = excluded.next_run_at, start_at = excluded.start_at,
            destination_id = excluded.destination_id, updated_at = now()
      WHERE NOT p.enabled
     RETURNING p.*
   ), kept AS (
     UPDATE backup b SET expires_at = b.finished_at + p.retention_days * interval '24 hours' FROM enabled p
      WHERE b.workspace_id = p.workspace_id AND b.vm_id = p.vm_id AND b.policy_id = p.policy_id AND b.deleted_at IS NULL
        AND b.finished_at IS NOT NULL
   )
   SELECT ${POLICY_COLUMNS} FROM enabled p JOIN v ON v.vm_id = p.vm_id`,
);

/** @throws DomainError 404, 409 */
export async function enableBackups(
  context: InWorkspace,
  type: VmType,
  { vm_id, schedule, destination_id = null, ...policy }: ParsedInput<OperationById<"backupPolicy.enable">>,
): Promise<BackupPolicy> {
  const { sql, workspace } = context;
  if (destination_id !== null) await requireDestination(context, destination_id);
  const slot = slotAfter(schedule, vm_id, new Date());
  const row = await sql.maybe(enable, {
    workspace_id: workspace.id,
    vm_id,
    status: statusesAllowing("enable_backups"),
    policy_id: newId("bpol"),
    ...schedule,
    ...policy,
    destination_id,
    next_run_at: slot.at,
    start_at: slot.startAt,
    type,
  });
  if (row !== undefined) return toBackupPolicy(row, workspace);
  refuseByState(await readVmWithOperation(context, type, vm_id), "enable_backups");
  throw conflict("backups_enabled", "The VM's backups are enabled already; change their policy instead.");
}

const disable = statement(
  "backup_policy_disable",
  `UPDATE backup_policy p
      SET enabled = false, next_run_at = NULL, start_at = NULL, wait_until = NULL, updated_at = now() FROM vm v
    WHERE p.workspace_id = $workspace_id::bigint AND p.vm_id = $vm_id AND p.enabled AND v.workspace_id = p.workspace_id
      AND v.vm_id = p.vm_id AND v.type = $type::vm_type
   RETURNING ${POLICY_COLUMNS}`,
);

/**
 * Disables the schedule. A running backup continues.
 * @throws DomainError 404, 409
 */
export async function disableBackups(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { vm_id }: ParsedInput<OperationById<"backupPolicy.disable">>,
): Promise<BackupPolicy> {
  const row = await sql.maybe(disable, { workspace_id: workspace.id, vm_id, type });
  if (row !== undefined) return toBackupPolicy(row, workspace);
  await findPolicy({ sql, workspace }, type, vm_id);
  throw conflict("backups_disabled", "The VM's backups are disabled already; there is nothing to disable.");
}
