// When a schedule stops and starts a group, on the clocks of its time zone.
import type { VmGroupPowerSchedule } from "@fulmar/contract";
import { WEEKDAYS } from "@fulmar/contract";
import { expect, test } from "vitest";
import { duePower } from "./power.ts";
import { nextPowerTimes } from "./power-times.ts";

const WORKDAYS = WEEKDAYS.slice(0, 5);
const nights = (timezone: string): VmGroupPowerSchedule => ({
  timezone,
  times: [
    { days: [...WEEKDAYS], time: "20:00", power: "stopped" },
    { days: WORKDAYS, time: "07:00", power: "running" },
  ],
});
const due = (power_schedule: VmGroupPowerSchedule | null, doneAt: string, now: string) =>
  duePower({ power_schedule, power_done_at: new Date(doneAt), now: new Date(now) });
const next = (schedule: VmGroupPowerSchedule | null, now: string) => {
  const { next_stop_at, next_start_at } = nextPowerTimes(schedule, new Date(now));
  return [next_stop_at?.toISOString() ?? null, next_start_at?.toISOString() ?? null];
};

test("the latest time that has passed decides, once", () => {
  const schedule = nights("UTC");
  // 2027-01-04 is a Monday.
  expect(due(schedule, "2027-01-04T12:00:00Z", "2027-01-04T19:59:59Z")).toBeNull();
  expect(due(schedule, "2027-01-04T12:00:00Z", "2027-01-04T20:00:00Z")).toEqual({
    power: "stopped",
    reason: "The schedule says stopped from 20:00 on (UTC).",
  });
  expect(due(schedule, "2027-01-04T20:00:00Z", "2027-01-05T06:59:00Z")).toBeNull();
  // A worker that was away for two nights and a morning does only the last of them.
  expect(due(schedule, "2027-01-04T12:00:00Z", "2027-01-06T21:00:00Z")?.power).toBe("stopped");
  expect(due(schedule, "2027-01-04T12:00:00Z", "2027-01-06T08:00:00Z")?.power).toBe("running");
  expect(due(schedule, "2020-01-01T00:00:00Z", "2027-01-06T08:00:00Z")?.power).toBe("running");
  expect(due(null, "2027-01-04T12:00:00Z", "2027-01-06T08:00:00Z")).toBeNull();
});

test("of a night and a long weekend that overlap, the latest time decides", () => {
  const { times } = nights("UTC");
  const friday: VmGroupPowerSchedule["times"][number] = { days: ["friday"], time: "15:00", power: "stopped" };
  const both = { timezone: "UTC", times: [friday, ...times] };
  // 2027-01-08 is a Friday; what stopped it at 15:00 and at 20:00 ends on Monday at 07:00.
  expect(due(both, "2027-01-08T12:00:00Z", "2027-01-08T15:30:00Z")?.reason).toMatch(/from 15:00 on/);
  expect(due(both, "2027-01-08T12:00:00Z", "2027-01-10T12:00:00Z")?.reason).toMatch(/stopped from 20:00 on/);
  expect(next(both, "2027-01-08T12:00:00Z")).toEqual(["2027-01-08T15:00:00.000Z", "2027-01-11T07:00:00.000Z"]);
  expect(due(both, "2027-01-10T20:00:00Z", "2027-01-11T07:00:00Z")?.power).toBe("running");
});

test("a time of the day follows summer time, and one that the clocks skip comes that much later", () => {
  const amsterdam = nights("Europe/Amsterdam");
  // The clocks go forward on 2027-03-28, a Sunday.
  expect(next(amsterdam, "2027-03-27T12:00:00Z")).toEqual(["2027-03-27T19:00:00.000Z", "2027-03-29T05:00:00.000Z"]);
  expect(next(amsterdam, "2027-03-28T12:00:00Z")).toEqual(["2027-03-28T18:00:00.000Z", "2027-03-29T05:00:00.000Z"]);
  const skipped: VmGroupPowerSchedule = {
    timezone: "Europe/Amsterdam",
    times: [{ days: ["sunday"], time: "02:30", power: "stopped" }],
  };
  expect(next(skipped, "2027-03-28T00:00:00Z")).toEqual(["2027-03-28T01:30:00.000Z", null]);
  // They go back on 2027-10-31: 02:30 is there twice, and counts once.
  const [first] = next(skipped, "2027-10-31T00:00:00Z");
  expect(first).toBe("2027-10-31T00:30:00.000Z");
  expect(next(skipped, "2027-10-31T00:30:00Z")).toEqual(["2027-11-07T01:30:00.000Z", null]);
  expect(next(null, "2027-10-31T00:30:00Z")).toEqual([null, null]);
});
