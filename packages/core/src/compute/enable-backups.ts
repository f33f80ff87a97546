import { type BackupPolicyEnableRequest, type BackupPolicySchedule, type CaptureStatus, statusesAllowing } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Handler, RequestContext } from "../kernel/context.ts";
import { conflict } from "../kernel/domain-error.ts";
import { newId } from "../kernel/identifiers.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import { nextBackupRun } from "./next-backup-run.ts";
import { findHindrance, refuseByState } from "./refuse-vm-change.ts";

interface PolicyRow extends BackupPolicySchedule, Pick<BackupPolicyEnableRequest, "retention_days" | "full_backup_interval_days" | "incremental_enabled"> {
  policy_id: string;
  vm_id: string;
  enabled: boolean;
  storage_backend: string;
  created_at: Date;
  updated_at: Date;
  next_run_at: Date | null;
  last_run_at: Date | null;
  last_status: CaptureStatus | null;
  vm_name: string;
  os_type: string;
  os_distro: string;
  template_id: string;
}

// Zero rows: the VM is not there or not in a state for it, or its backups are enabled already.
const enable = statement(
  "backup_policy_enable",
  `WITH target AS (
     SELECT v.workspace_id, v.vm_id, v.name AS vm_name, v.os_type, v.os_distro, v.template_id, s.provider FROM vm v JOIN site s ON s.site_id = v.site_id
      WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = 'cloud' AND v.status = ANY ($3::vm_status[])
        FOR SHARE OF v
   ), enabled AS (
     INSERT INTO backup_policy AS p (policy_id, workspace_id, vm_id, frequency, timezone, hour, minute, day_of_week, window_minutes, retention_days,
                                     full_backup_interval_days, incremental_enabled, requested_by, storage_backend, next_run_at)
     SELECT $4, workspace_id, vm_id, $5::backup_frequency, $6, $7::int, $8::int, $9::int, $10::int, $11::int, $12::int, $13::boolean, $14, provider, $15::timestamptz
       FROM target
         ON CONFLICT (workspace_id, vm_id) DO UPDATE
        SET enabled = true, frequency = excluded.frequency, timezone = excluded.timezone, hour = excluded.hour, minute = excluded.minute,
            day_of_week = excluded.day_of_week, window_minutes = excluded.window_minutes, retention_days = excluded.retention_days,
            full_backup_interval_days = excluded.full_backup_interval_days, incremental_enabled = excluded.incremental_enabled,
            requested_by = excluded.requested_by, next_run_at = excluded.next_run_at, updated_at = now()
      WHERE NOT p.enabled
     RETURNING p.*
   )
   SELECT e.policy_id, e.vm_id, e.enabled, e.frequency::text, e.timezone, e.hour, e.minute, e.day_of_week, e.window_minutes, e.retention_days,
          e.full_backup_interval_days, e.incremental_enabled, e.storage_backend, e.created_at, e.updated_at, e.next_run_at, e.last_run_at,
          e.last_status::text, t.vm_name, t.os_type, t.os_distro, t.template_id
     FROM enabled e JOIN target t ON t.vm_id = e.vm_id`,
);

/** Backs a VM up from now on; what the request leaves out gets the specification's defaults. */
export const enableBackups: Handler<"backupPolicy.enable"> = async (context, { vm_id, schedule, ...policy }) => {
  const [row] = await context.sql.query<PolicyRow>(enable, [
    context.workspace.id,
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
    nextBackupRun(schedule, new Date()),
  ]);
  if (row !== undefined) return toBackupPolicy(row, context);
  refuseByState(await findHindrance(context, "cloud", vm_id), "enable_backups");
  throw conflict("backups_enabled", "The VM's backups are enabled already; change their policy instead.");
};

function toBackupPolicy(row: PolicyRow, { workspace }: RequestContext) {
  const { frequency, timezone, hour, minute, day_of_week, window_minutes, last_status, ...policy } = row;
  return {
    ...policy,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    organization_name: workspace.organizationName,
    workspace_name: workspace.name,
    schedule: { frequency, timezone, hour, minute, day_of_week, window_minutes },
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    next_run_at: toTimestamp(row.next_run_at),
    last_run_at: toTimestamp(row.last_run_at),
    ...(last_status !== null && { last_status }),
  };
}
