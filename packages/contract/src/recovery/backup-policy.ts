import { z } from "zod";
import { vmId } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { TimeZone } from "../values/time-zone.ts";
import { CaptureStatus, type RecoverableVm } from "./recovery-point.ts";
import { BACKUP_FREQUENCIES } from "./states.ts";

const hour = z.int().min(0).max(23).describe("Of the day, in `timezone`. Not used by an hourly schedule.");
const minute = z.int().min(0).max(59).describe("Of the hour, in `timezone`.");
const dayOfWeek = z
  .int()
  .min(0)
  .max(6)
  .nullable()
  .describe("Of a weekly schedule, as in cron: 0 is Sunday, 1 Monday, 6 Saturday. Null: Sunday.");
const windowMinutes = z
  .int()
  .min(0)
  .max(1440)
  .describe(
    "How long after its time a backup may begin. VMs are spread over it, each with a moment of its own; " +
      "one that another operation holds is waited for until its end. 0: at its time.",
  );

const BackupFrequency = z.enum(BACKUP_FREQUENCIES);

/**
 * BackupPolicySchedule of the public API, as sent. The default is daily at 20:00 UTC. Weekly without a day means
 * Sundays.
 */
export const BackupPolicyScheduleInput = z
  .strictObject({
    frequency: BackupFrequency.default("daily"),
    timezone: TimeZone.default("UTC"),
    hour: hour.default(20),
    minute: minute.default(0),
    day_of_week: dayOfWeek.default(null),
    window_minutes: windowMinutes.default(30),
  })
  .meta({ id: "BackupPolicyScheduleInput" });

/** A change of a schedule. Fields that are not sent stay as they are. */
export const BackupPolicyScheduleChange = z
  .strictObject({
    frequency: BackupFrequency.optional(),
    timezone: TimeZone.optional(),
    hour: hour.optional(),
    minute: minute.optional(),
    day_of_week: dayOfWeek.optional(),
    window_minutes: windowMinutes.optional(),
  })
  .meta({ id: "BackupPolicyScheduleChange" });

export const BackupPolicySchedule = z
  .strictObject({
    frequency: BackupFrequency,
    timezone: z.string(),
    hour,
    minute,
    day_of_week: dayOfWeek,
    window_minutes: z.int(),
  })
  .meta({ id: "BackupPolicySchedule" });
export type BackupPolicySchedule = z.infer<typeof BackupPolicySchedule>;

const destinationId = ResourceId.nullable()
  .optional()
  .describe("The destination that backups from now on are copied to. Null: they are not copied.");

const retentionDays = z.int().min(1).max(3650);
const fullBackupIntervalDays = z.int().min(1).max(365);

/** BackupPolicyEnableRequest of the public API. An empty object is valid. */
export const BackupPolicyEnableRequest = z
  .strictObject({
    schedule: BackupPolicyScheduleInput.prefault({}),
    retention_days: retentionDays.default(7),
    full_backup_interval_days: fullBackupIntervalDays.default(7),
    incremental_enabled: z.boolean().default(true),
    requested_by: z.string().min(1).max(128).default("api"),
    destination_id: destinationId,
  })
  .meta({
    id: "BackupPolicyEnableRequest",
    examples: [
      { schedule: { frequency: "daily", timezone: "Europe/Amsterdam", hour: 3, minute: 30 }, retention_days: 14 },
    ],
  });
export type BackupPolicyEnableRequest = z.infer<typeof BackupPolicyEnableRequest>;

const BackupPolicyChange = z
  .strictObject({
    schedule: BackupPolicyScheduleChange.optional(),
    retention_days: retentionDays.optional(),
    full_backup_interval_days: fullBackupIntervalDays.optional(),
    incremental_enabled: z.boolean().optional(),
    destination_id: destinationId,
  })
  .meta({ id: "BackupPolicyChange", examples: [{ schedule: { hour: 4 }, retention_days: 30 }] });

/** Backup policy (VM) of the public API. `last_status` is absent until a backup has run. */
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
    destination_id: z
      .string()
      .optional()
      .describe("The destination that backups are copied to. Left out where they are not."),
  })
  .meta({ id: "BackupPolicy" });
export type BackupPolicy = z.infer<typeof BackupPolicy>;

/** The backup policy of a VM: one per VM, which can be enabled, changed and disabled. */
export function backupPolicyOperations<const Kind extends "backupPolicy" | "gpuBackupPolicy">(
  kind: Kind,
  { path, noun }: RecoverableVm,
) {
  const shared = { family: "Compute", params: vmId, output: BackupPolicy } as const;
  const enable = defineOperation({
    ...shared,
    id: `${kind}.enable` as const,
    resource: "backup_policy",
    method: "POST",
    path: `${path}/{vm_id}/backups/enable`,
    scope: "vm.write",
    summary: `Enable the backups of a ${noun}`,
    description: [
      "Hour, minute and day are in the schedule's time zone.",
      "A run begins within `window_minutes` after its time, always at the same moment for the same VM.",
      "If another operation holds the VM, the run waits until the window has passed and is then listed as a failed",
      "backup. If runs were missed while the service was down, one is made afterwards.",
    ].join(" "),
    body: BackupPolicyEnableRequest,
    errors: ["not_found", "conflict"],
  });
  const disable = defineOperation({
    ...shared,
    id: `${kind}.disable` as const,
    resource: "backup_policy",
    method: "POST",
    path: `${path}/{vm_id}/backups/disable`,
    scope: "vm.write",
    summary: `Disable the backups of a ${noun}`,
    description:
      "Scheduled backups stop. Existing backups stay until they expire or are deleted; the policy can be enabled again.",
    errors: ["not_found", "conflict"],
  });
  const get = defineOperation({
    ...shared,
    id: `${kind}.get` as const,
    resource: "backup_policy",
    method: "GET",
    path: `${path}/{vm_id}/backups/policy`,
    scope: "vm.read",
    summary: `Get the backup policy of a ${noun}`,
    description: "The answer is 404 until backups are enabled for the first time.",
    errors: ["not_found"],
  });
  const update = defineOperation({
    ...shared,
    id: `${kind}.update` as const,
    resource: "backup_policy",
    method: "PATCH",
    path: `${path}/{vm_id}/backups/policy`,
    scope: "vm.write",
    summary: `Change the backup policy of a ${noun}`,
    description:
      "Fields that are not sent stay as they are, also within `schedule`. A new `retention_days` also applies to " +
      "existing backups.",
    body: BackupPolicyChange,
    errors: ["not_found", "conflict"],
  });
  return [enable, disable, get, update] as const;
}
