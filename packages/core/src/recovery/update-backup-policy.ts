import type { BackupPolicy, BackupPolicySchedule, OperationById, ParsedInput, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { readVmWithOperation, refuseByState } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { findPolicy, POLICY_COLUMNS, scheduleOf, toBackupPolicy } from "./backup-policy.ts";
import { slotAfter } from "./backup-slot.ts";
import { requireDestination } from "./copies/destinations.ts";

// Locked, so that concurrent changes of different fields are both kept, and no scheduler takes a slot that is being
// moved.
const lock = statement(
  "backup_policy_lock",
  `SELECT ${POLICY_COLUMNS} FROM backup_policy p JOIN vm v ON v.workspace_id = p.workspace_id AND v.vm_id = p.vm_id
    WHERE p.workspace_id = $workspace_id::bigint AND p.vm_id = $vm_id AND v.type = $type::vm_type
      AND v.deleted_at IS NULL FOR UPDATE OF p`,
);

const update = statement(
  "backup_policy_update",
  `UPDATE backup_policy p
      SET frequency = $frequency::backup_frequency, timezone = $timezone, hour = $hour::int, minute = $minute::int,
          day_of_week = $day_of_week::int, window_minutes = $window_minutes::int,
          retention_days = $retention_days::int, full_backup_interval_days = $full_backup_interval_days::int,
          incremental_enabled = $incremental_enabled::boolean, destination_id = $destination_id,
          next_run_at = CASE WHEN p.enabled THEN coalesce($at::timestamptz, p.next_run_at) END,
          start_at = CASE WHEN p.enabled THEN coalesce($start_at::timestamptz, p.start_at) END,
          wait_until = CASE WHEN $at::timestamptz IS NULL THEN p.wait_until END, updated_at = now()
     FROM vm v
    WHERE p.workspace_id = $workspace_id::bigint AND p.vm_id = $vm_id AND v.workspace_id = p.workspace_id
      AND v.vm_id = p.vm_id
   RETURNING ${POLICY_COLUMNS}`,
);

const expire = statement(
  "backup_expire_anew",
  `UPDATE backup SET expires_at = finished_at + $retention_days::int * interval '24 hours'
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND policy_id = $policy_id AND deleted_at IS NULL
      AND finished_at IS NOT NULL`,
);

/**
 * Changes the fields that are sent. A changed schedule gets a new next run.
 * @throws DomainError 404, 409
 */
export async function updateBackupPolicy(
  context: RequestContext,
  type: VmType,
  { vm_id, schedule: sent, ...change }: ParsedInput<OperationById<"backupPolicy.update">>,
): Promise<BackupPolicy> {
  const { sql, workspace } = context;
  const before = await sql.maybe(lock, { workspace_id: workspace.id, vm_id, type });
  if (before === undefined) return refuse(context, type, vm_id);
  const present = scheduleOf(before);
  const schedule = mergeSchedule(present, sent ?? {});
  const {
    retention_days = before.retention_days,
    full_backup_interval_days = before.full_backup_interval_days,
    incremental_enabled = before.incremental_enabled,
    destination_id = before.destination_id,
  } = change;
  const moved = !sameSchedule(present, schedule);
  const sameRetention = retention_days === before.retention_days;
  const settled =
    sameRetention &&
    destination_id === before.destination_id &&
    full_backup_interval_days === before.full_backup_interval_days &&
    incremental_enabled === before.incremental_enabled;
  if (!moved && settled) return toBackupPolicy(before, workspace);
  if (destination_id !== null && destination_id !== before.destination_id)
    await requireDestination(context, destination_id);
  const slot = moved ? slotAfter(schedule, vm_id, new Date()) : undefined;
  const row = await sql.one(update, {
    workspace_id: workspace.id,
    vm_id,
    ...schedule,
    retention_days,
    full_backup_interval_days,
    incremental_enabled,
    destination_id,
    at: slot?.at,
    start_at: slot?.startAt,
  });
  if (!sameRetention)
    await sql.query(expire, { workspace_id: workspace.id, vm_id, policy_id: row.policy_id, retention_days });
  return toBackupPolicy(row, workspace);
}

function mergeSchedule(
  present: BackupPolicySchedule,
  sent: { readonly [Field in keyof BackupPolicySchedule]?: BackupPolicySchedule[Field] | undefined },
) {
  return {
    frequency: sent.frequency ?? present.frequency,
    timezone: sent.timezone ?? present.timezone,
    hour: sent.hour ?? present.hour,
    minute: sent.minute ?? present.minute,
    day_of_week: sent.day_of_week === undefined ? present.day_of_week : sent.day_of_week,
    window_minutes: sent.window_minutes ?? present.window_minutes,
  };
}

function sameSchedule(one: BackupPolicySchedule, other: BackupPolicySchedule): boolean {
  return JSON.stringify(scheduleOf(one)) === JSON.stringify(scheduleOf(other));
}

/** @throws DomainError 404, or 409 for a VM that has been deleted */
async function refuse(context: RequestContext, type: VmType, vmId: string): Promise<never> {
  await findPolicy(context, type, vmId);
  refuseByState(await readVmWithOperation(context, type, vmId), "enable_backups");
  throw new Error(`the policy of ${vmId} is there, but could not be locked`);
}
