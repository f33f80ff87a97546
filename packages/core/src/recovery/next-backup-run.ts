import type { BackupPolicySchedule } from "@fulmar/contract";
import { nextTime } from "../work/next-time.ts";

/**
 * The next time after `now` that a schedule is due, in its time zone. If the clocks skip that time, the backup runs
 * that much later. Hourly schedules only use the minute. Weekly ones without a day run on Sundays.
 */
export function nextBackupRun({ frequency, timezone, hour, minute, day_of_week }: BackupPolicySchedule, now: Date) {
  return nextTime(
    {
      ...{ timezone, minute, hour: frequency === "hourly" ? null : hour },
      // Luxon counts from Monday, 1, to Sunday, 7. The schedule counts from Sunday, 0.
      weekdays: frequency === "weekly" ? [day_of_week || 7] : null,
    },
    now,
  );
}
