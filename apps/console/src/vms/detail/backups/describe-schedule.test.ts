import type { BackupPolicySchedule } from "@fulmar/contract";
import { expect, test } from "vitest";
import { describeSchedule } from "./describe-schedule.ts";

const schedule = (changes: Partial<BackupPolicySchedule>): BackupPolicySchedule => ({
  ...{ frequency: "daily", timezone: "UTC", hour: 20, minute: 0, day_of_week: null, window_minutes: 30 },
  ...changes,
});

test.each<[string, Partial<BackupPolicySchedule>]>([
  ["Every day at 20:00 (UTC), beginning within 30 minutes", {}],
  ["Every day at 03:05 (Europe/Amsterdam)", { hour: 3, minute: 5, timezone: "Europe/Amsterdam", window_minutes: 0 }],
  [
    "Every Saturday at 20:00 (UTC), beginning within a minute",
    { frequency: "weekly", day_of_week: 6, window_minutes: 1 },
  ],
  ["Every Sunday at 20:00 (UTC)", { frequency: "weekly", window_minutes: 0 }],
  [
    "Every hour at 15 minutes past, beginning within 10 minutes",
    { frequency: "hourly", minute: 15, window_minutes: 10 },
  ],
])("describeSchedule: %s", (words, changes) => {
  expect(describeSchedule(schedule(changes))).toBe(words);
});
