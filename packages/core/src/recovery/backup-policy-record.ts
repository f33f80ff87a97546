import type { BackupPolicy, BackupPolicySchedule, CaptureStatus } from "@fulmar/contract";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";

/** A policy with what its record shows of the VM. */
export interface PolicyRow
  extends BackupPolicySchedule,
    Pick<BackupPolicy, "retention_days" | "full_backup_interval_days" | "incremental_enabled"> {
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

/** The columns of a `PolicyRow`: the policy is `p`, the VM `v`. */
export const POLICY_COLUMNS = `p.policy_id, p.vm_id, p.enabled, p.frequency::text, p.timezone, p.hour, p.minute, p.day_of_week, p.window_minutes, p.retention_days,
  p.full_backup_interval_days, p.incremental_enabled, p.storage_backend, p.created_at, p.updated_at, p.next_run_at, p.last_run_at, p.last_status::text,
  v.name AS vm_name, v.os_type, v.os_distro, v.template_id`;

/** The schedule out of a row that has more. */
export function scheduleOf({
  frequency,
  timezone,
  hour,
  minute,
  day_of_week,
  window_minutes,
}: BackupPolicySchedule): BackupPolicySchedule {
  return { frequency, timezone, hour, minute, day_of_week, window_minutes };
}

/** spec: Backup policy (VM) */
export function toBackupPolicy(row: PolicyRow, workspace: Workspace): BackupPolicy {
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
