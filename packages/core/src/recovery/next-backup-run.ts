import type { BackupPolicySchedule } from "@fulmar/contract";
import { DateTime, type DateTimeUnit, type DurationLikeObject } from "luxon";

const PERIODS: Readonly<
  Record<BackupPolicySchedule["frequency"], { readonly unit: DateTimeUnit; readonly step: DurationLikeObject }>
> = {
  hourly: { unit: "hour", step: { hours: 1 } },
  daily: { unit: "day", step: { days: 1 } },
  weekly: { unit: "day", step: { days: 1 } },
};

/**
 * The next time after `now` that a schedule is due, in its time zone. If the clocks skip that time, the backup runs
 * that much later. Hourly schedules only use the minute. Weekly ones without a day run on Sundays.
 */
export function nextBackupRun(schedule: BackupPolicySchedule, now: Date): Date {
  const { unit, step } = PERIODS[schedule.frequency];
  const start = DateTime.fromJSDate(now, { zone: schedule.timezone }).startOf(unit);
  for (let period = start; ; period = period.plus(step)) {
    const due = period.set({
      minute: schedule.minute,
      ...(schedule.frequency !== "hourly" && { hour: schedule.hour }),
    });
    if (due.toMillis() > now.getTime() && fallsOn(due, schedule)) return due.toJSDate();
  }
}

function fallsOn(due: DateTime, { frequency, day_of_week: day }: BackupPolicySchedule): boolean {
  // Luxon counts from Monday, 1, to Sunday, 7. The schedule counts from Sunday, 0.
  return frequency !== "weekly" || due.weekday % 7 === (day ?? 0);
}
