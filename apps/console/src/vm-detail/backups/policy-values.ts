import type { BackupPolicy, BackupPolicySchedule } from "@fulmar/contract";
import { DEFAULT_DAY } from "./schedule-in-words.ts";

/** What the form holds: texts as they were typed. */
export interface PolicyValues {
  readonly frequency: BackupPolicySchedule["frequency"];
  readonly timezone: string;
  /** "20:00", as a time field has it. */
  readonly time: string;
  readonly day_of_week: string;
  readonly window_minutes: string;
  readonly retention_days: string;
  readonly full_backup_interval_days: string;
  readonly incremental_enabled: boolean;
}

/** The field of the form that shows what is wrong with a field of the request. */
export const POLICY_FIELDS = [
  "schedule",
  "retention_days",
  "full_backup_interval_days",
  "incremental_enabled",
] as const;

/** What the form begins with: the policy that there is, or the service's defaults in the reader's time zone. */
export function policyValues(policy: BackupPolicy | undefined): PolicyValues {
  if (policy === undefined) {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return {
      frequency: "daily",
      timezone,
      time: "20:00",
      day_of_week: String(DEFAULT_DAY),
      window_minutes: "30",
      retention_days: "7",
      full_backup_interval_days: "7",
      incremental_enabled: true,
    };
  }
  const { schedule } = policy;
  return {
    frequency: schedule.frequency,
    timezone: schedule.timezone,
    time: `${String(schedule.hour).padStart(2, "0")}:${String(schedule.minute).padStart(2, "0")}`,
    day_of_week: String(schedule.day_of_week ?? DEFAULT_DAY),
    window_minutes: String(schedule.window_minutes),
    retention_days: String(policy.retention_days),
    full_backup_interval_days: String(policy.full_backup_interval_days),
    incremental_enabled: policy.incremental_enabled,
  };
}

/**
 * What enabling and changing a policy take, made of the form's texts; NaN for what is no number, which no schema takes.
 */
export function toPolicy(values: PolicyValues) {
  const [hour, minute] = values.time.split(":");
  return {
    schedule: {
      frequency: values.frequency,
      timezone: values.timezone,
      hour: numberOf(hour),
      minute: numberOf(minute),
      day_of_week: values.frequency === "weekly" ? numberOf(values.day_of_week) : null,
      window_minutes: numberOf(values.window_minutes),
    },
    retention_days: numberOf(values.retention_days),
    full_backup_interval_days: numberOf(values.full_backup_interval_days),
    incremental_enabled: values.incremental_enabled,
  };
}

/** What `PolicyForm` checks. */
export function toTyped(values: PolicyValues) {
  const { schedule, retention_days, full_backup_interval_days } = toPolicy(values);
  return { time: values.time, window_minutes: schedule.window_minutes, retention_days, full_backup_interval_days };
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === "" ? Number.NaN : Number(text);
}
