import { z } from "zod";
import { ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { CaptureStatus } from "./capture-status.ts";

const hour = z.int().min(0).max(23);
const minute = z.int().min(0).max(59);
/** As in cron: 0 is Sunday, 6 is Saturday. */
const dayOfWeek = z.int().min(0).max(6).nullable();

const BackupFrequency = z.enum(["hourly", "daily", "weekly"]);

const TimeZone = z.string().min(1).max(64).refine(isTimeZone, "must be a time zone of the IANA database, as in Europe/Amsterdam");

/** spec: BackupPolicySchedule, as it is sent. Daily at 20:00 UTC unless said otherwise; weekly without a day is on Sundays. */
export const BackupPolicyScheduleInput = z
  .strictObject({
    frequency: BackupFrequency.default("daily"),
    timezone: TimeZone.default("UTC"),
    hour: hour.default(20),
    minute: minute.default(0),
    day_of_week: dayOfWeek.default(null),
    window_minutes: z.int().min(1).max(1440).default(30),
  })
  .meta({ id: "BackupPolicyScheduleInput" });
export type BackupPolicyScheduleInput = z.infer<typeof BackupPolicyScheduleInput>;

export const BackupPolicySchedule = z
  .strictObject({ frequency: BackupFrequency, timezone: z.string(), hour, minute, day_of_week: dayOfWeek, window_minutes: z.int() })
  .meta({ id: "BackupPolicySchedule" });
export type BackupPolicySchedule = z.infer<typeof BackupPolicySchedule>;

/** spec: BackupPolicyEnableRequest; an empty object is valid. */
export const BackupPolicyEnableRequest = z
  .strictObject({
    schedule: BackupPolicyScheduleInput.prefault({}),
    retention_days: z.int().min(1).max(3650).default(7),
    full_backup_interval_days: z.int().min(1).max(365).default(7),
    incremental_enabled: z.boolean().default(true),
    requested_by: z.string().min(1).max(128).default("api"),
  })
  .meta({ id: "BackupPolicyEnableRequest" });
export type BackupPolicyEnableRequest = z.infer<typeof BackupPolicyEnableRequest>;

/** spec: Backup policy (VM). `last_status` is absent until a backup has run. */
export const BackupPolicy = z
  .strictObject({
    organization_id: z.string(),
    workspace_id: z.string(),
    policy_id: z.string(),
    vm_id: z.string(),
    enabled: z.boolean(),
    schedule: BackupPolicySchedule,
    retention_days: z.int(),
    full_backup_interval_days: z.int(),
    incremental_enabled: z.boolean(),
    storage_backend: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    organization_name: z.string().nullable(),
    workspace_name: z.string().nullable(),
    vm_name: z.string().nullable(),
    os_type: z.string().nullable(),
    os_distro: z.string().nullable(),
    template_id: z.string().nullable(),
    next_run_at: Timestamp.nullable(),
    last_run_at: Timestamp.nullable(),
    last_status: CaptureStatus.optional(),
  })
  .meta({ id: "BackupPolicy" });
export type BackupPolicy = z.infer<typeof BackupPolicy>;

export const backupPolicyEnable = defineOperation({
  id: "backupPolicy.enable",
  family: "Compute",
  method: "POST",
  path: "/compute/cloud-vms/{vm_id}/backups/enable",
  scope: "vm.write",
  summary: "Enable the backups of a cloud VM",
  description: "Hour, minute and day are those of the schedule's time zone.",
  params: { vm_id: ResourceId },
  body: BackupPolicyEnableRequest,
  output: BackupPolicy,
  errors: ["not_found", "conflict"],
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
