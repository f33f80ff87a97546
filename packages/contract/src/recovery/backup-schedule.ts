import { z } from "zod";
import { BACKUP_FREQUENCIES } from "./states.ts";

const hour = z.int().min(0).max(23);
const minute = z.int().min(0).max(59);
/** As in cron: 0 is Sunday, 6 is Saturday. */
const dayOfWeek = z.int().min(0).max(6).nullable();
const windowMinutes = z.int().min(0).max(1440);

const BackupFrequency = z.enum(BACKUP_FREQUENCIES);

const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, "must be a time zone of the IANA database, as in Europe/Amsterdam");

/**
 * spec: BackupPolicySchedule, as it is sent. Daily at 20:00 UTC unless said otherwise; weekly without a day is on
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

/** What of a schedule changes; what is not sent stays as it is. */
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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
