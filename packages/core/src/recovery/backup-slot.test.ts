import type { BackupPolicySchedule } from "@fulmar/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { slotAfter, slotFollowing, waitUntil } from "./backup-slot.ts";

const daily: BackupPolicySchedule = {
  frequency: "daily",
  timezone: "UTC",
  hour: 20,
  minute: 0,
  day_of_week: null,
  window_minutes: 30,
};
const hourly: BackupPolicySchedule = { ...daily, frequency: "hourly" };
const moment = (time: string) => new Date(`2026-11-21T${time}:00.000Z`);

const schedules = fc.record({
  frequency: fc.constantFrom("hourly", "daily", "weekly"),
  timezone: fc.constantFrom("UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  day_of_week: fc.option(fc.integer({ min: 0, max: 6 })),
  window_minutes: fc.integer({ min: 0, max: 1440 }),
});
const moments = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });

test("a run starts within its window and before the next slot", () => {
  fc.assert(
    fc.property(schedules, fc.string(), moments, (schedule, vmId, now) => {
      const slot = slotAfter(schedule, vmId, now);
      const share = slot.startAt.getTime() - slot.at.getTime();
      expect(slot.at.getTime()).toBeGreaterThan(now.getTime());
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThan(Math.max(1, schedule.window_minutes * 60_000));
      expect(slot.startAt.getTime()).toBeLessThan(slotAfter(schedule, vmId, slot.at).at.getTime());
    }),
  );
});

test("each VM has its own fixed start within the window, and the slot's time without a window", () => {
  const begins = (vmId: string) => slotAfter(daily, vmId, moment("10:00")).startAt.getTime();
  expect(begins("vm_1")).toBe(begins("vm_1"));
  expect(new Set(Array.from({ length: 50 }, (_, index) => begins(`vm_${index}`))).size).toBe(50);
  expect(slotAfter({ ...daily, window_minutes: 0 }, "vm_1", moment("10:00"))).toEqual({
    at: moment("20:00"),
    startAt: moment("20:00"),
  });
});

test.each([
  ["run in its window", moment("10:00"), false, moment("10:20"), moment("11:00")],
  ["run when the next slot had already begun", moment("10:00"), true, moment("11:10"), moment("11:00")],
  ["given up at the end of its window", moment("10:00"), true, moment("10:30"), moment("11:00")],
  ["missed for hours", moment("10:00"), false, moment("15:05"), moment("16:00")],
  ["waited for while no worker ran", moment("10:00"), true, moment("15:05"), moment("15:00")],
])("the slot after one that was %s is the right one", (_, at, waited, now, expected) => {
  expect(slotFollowing(hourly, "vm_1", { at, waited }, now).at).toEqual(expected);
});

test("a busy VM is waited for until the end of the window, or for another window after that", () => {
  expect(waitUntil(daily, moment("20:00"), moment("20:10"))).toEqual(moment("20:30"));
  expect(waitUntil(daily, moment("20:00"), moment("22:00"))).toEqual(moment("22:30"));
});
