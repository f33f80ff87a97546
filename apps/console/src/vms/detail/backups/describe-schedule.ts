import type { BackupPolicySchedule } from "@fulmar/contract";

/** In the contract's numbering: 0 is Sunday. */
export const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** A weekly schedule without a day runs on Sundays. */
export const DEFAULT_DAY = 0;

/** A schedule in words: "Every Monday at 03:30 (Europe/Amsterdam), beginning within 30 minutes". */
export function describeSchedule({
  frequency,
  hour,
  minute,
  day_of_week,
  timezone,
  window_minutes,
}: BackupPolicySchedule): string {
  const at = `${two(hour)}:${two(minute)} (${timezone})`;
  const when =
    frequency === "hourly"
      ? `Every hour at ${two(minute)} minutes past`
      : frequency === "daily"
        ? `Every day at ${at}`
        : `Every ${DAYS[day_of_week ?? DEFAULT_DAY] ?? DAYS[DEFAULT_DAY]} at ${at}`;
  return window_minutes === 0
    ? when
    : `${when}, beginning within ${window_minutes === 1 ? "a minute" : `${window_minutes} minutes`}`;
}

export function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}
