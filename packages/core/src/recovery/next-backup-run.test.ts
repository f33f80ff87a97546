import type { BackupPolicySchedule } from "@fulmar/contract";
import { expect, test } from "vitest";
import { nextBackupRun } from "./next-backup-run.ts";

const daily: BackupPolicySchedule = {
  frequency: "daily",
  timezone: "UTC",
  hour: 20,
  minute: 0,
  day_of_week: null,
  window_minutes: 30,
};
const saturday = "2026-11-21T10:00:00.000Z";

test.each<[string, Partial<BackupPolicySchedule>, string, string]>([
  ["later today", {}, saturday, "2026-11-21T20:00:00.000Z"],
  ["tomorrow, at the very moment", {}, "2026-11-21T20:00:00.000Z", "2026-11-22T20:00:00.000Z"],
  [
    "by the clock of the time zone",
    { timezone: "America/New_York", hour: 3, minute: 30 },
    saturday,
    "2026-11-22T08:30:00.000Z",
  ],
  [
    "the day of the time zone, not of UTC",
    { timezone: "Pacific/Auckland", hour: 1 },
    saturday,
    "2026-11-21T12:00:00.000Z",
  ],
  [
    "later where the clocks go forward over it",
    { timezone: "Europe/Amsterdam", hour: 2, minute: 30 },
    "2027-03-27T12:00:00.000Z",
    "2027-03-28T01:30:00.000Z",
  ],
  [
    "once where the clocks go back over it",
    { timezone: "Europe/Amsterdam", hour: 2, minute: 30 },
    "2026-10-24T12:00:00.000Z",
    "2026-10-25T00:30:00.000Z",
  ],
  [
    "not again in the second of two hours",
    { timezone: "Europe/Amsterdam", hour: 2, minute: 30 },
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ],
  [
    "in both of two hours when hourly",
    { frequency: "hourly", minute: 30, timezone: "Europe/Amsterdam" },
    "2026-10-25T00:30:00.000Z",
    "2026-10-25T01:30:00.000Z",
  ],
  [
    "on over a missing hour when hourly",
    { frequency: "hourly", minute: 30, timezone: "Europe/Amsterdam" },
    "2027-03-28T00:30:00.000Z",
    "2027-03-28T01:30:00.000Z",
  ],
  [
    "where the clocks move by half an hour",
    { frequency: "hourly", minute: 15, timezone: "Australia/Lord_Howe" },
    "2026-10-03T15:15:00.000Z",
    "2026-10-03T15:45:00.000Z",
  ],
  [
    "every hour at the minute",
    { frequency: "hourly", minute: 15 },
    "2026-11-21T10:20:00.000Z",
    "2026-11-21T11:15:00.000Z",
  ],
  [
    "every hour where zones are half an hour off",
    { frequency: "hourly", minute: 0, timezone: "Asia/Kolkata" },
    saturday,
    "2026-11-21T10:30:00.000Z",
  ],
  ["weekly on the day", { frequency: "weekly", day_of_week: 3 }, saturday, "2026-11-25T20:00:00.000Z"],
  ["weekly without a day: on Sunday", { frequency: "weekly" }, saturday, "2026-11-22T20:00:00.000Z"],
  ["weekly today", { frequency: "weekly", day_of_week: 6 }, saturday, "2026-11-21T20:00:00.000Z"],
])("%s", (_, change, now, expected) => {
  expect(nextBackupRun({ ...daily, ...change }, new Date(now)).toISOString()).toBe(expected);
});
