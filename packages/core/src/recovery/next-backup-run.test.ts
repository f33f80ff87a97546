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
  ["tomorrow, when now is the very moment", {}, "2026-11-21T20:00:00.000Z", "2026-11-22T20:00:00.000Z"],
  [
    "at the time of day in the policy's time zone",
    { timezone: "America/New_York", hour: 3, minute: 30 },
    saturday,
    "2026-11-22T08:30:00.000Z",
  ],
  [
    "on the day of the time zone, not of UTC",
    { timezone: "Pacific/Auckland", hour: 1 },
    saturday,
    "2026-11-21T12:00:00.000Z",
  ],
  [
    "later when the clocks skip the time",
    { timezone: "Europe/Amsterdam", hour: 2, minute: 30 },
    "2027-03-27T12:00:00.000Z",
    "2027-03-28T01:30:00.000Z",
  ],
  [
    "at the first of two equal times when the clocks go back",
    { timezone: "Europe/Amsterdam", hour: 2, minute: 30 },
    "2026-10-24T12:00:00.000Z",
    "2026-10-25T00:30:00.000Z",
  ],
  [
    "not again at the second of two equal times",
    { timezone: "Europe/Amsterdam", hour: 2, minute: 30 },
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ],
  [
    "at both of two equal times when hourly",
    { frequency: "hourly", minute: 30, timezone: "Europe/Amsterdam" },
    "2026-10-25T00:30:00.000Z",
    "2026-10-25T01:30:00.000Z",
  ],
  [
    "after a skipped hour when hourly",
    { frequency: "hourly", minute: 30, timezone: "Europe/Amsterdam" },
    "2027-03-28T00:30:00.000Z",
    "2027-03-28T01:30:00.000Z",
  ],
  [
    "when the clocks move by half an hour",
    { frequency: "hourly", minute: 15, timezone: "Australia/Lord_Howe" },
    "2026-10-03T15:15:00.000Z",
    "2026-10-03T15:45:00.000Z",
  ],
  [
    "every hour at the given minute",
    { frequency: "hourly", minute: 15 },
    "2026-11-21T10:20:00.000Z",
    "2026-11-21T11:15:00.000Z",
  ],
  [
    "every hour in a time zone with a half-hour offset",
    { frequency: "hourly", minute: 0, timezone: "Asia/Kolkata" },
    saturday,
    "2026-11-21T10:30:00.000Z",
  ],
  ["weekly on the given day", { frequency: "weekly", day_of_week: 3 }, saturday, "2026-11-25T20:00:00.000Z"],
  ["weekly on Sunday without a given day", { frequency: "weekly" }, saturday, "2026-11-22T20:00:00.000Z"],
  [
    "weekly today when the time is still ahead",
    { frequency: "weekly", day_of_week: 6 },
    saturday,
    "2026-11-21T20:00:00.000Z",
  ],
])("the next backup run is %s", (_, change, now, expected) => {
  expect(nextBackupRun({ ...daily, ...change }, new Date(now)).toISOString()).toBe(expected);
});
