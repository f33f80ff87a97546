import { type VmGroupScaling, WEEKDAYS } from "@fulmar/contract";
import { expect, test } from "vitest";
import { decideCount, type ScalingView } from "./scaling.ts";

const NOW = new Date("2027-03-10T12:00:00.000Z");
const HOUR_AGO = new Date("2027-03-10T11:00:00.000Z");

const rules = (more: Partial<VmGroupScaling>): VmGroupScaling => ({
  ...{ min_count: 1, max_count: 10, metric: null, schedule: [], timezone: "UTC" },
  ...more,
});
const view = (scaling: VmGroupScaling, more: Partial<ScalingView>): ScalingView => ({
  ...{ scaling, count: 1, now: NOW, countChangedAt: HOUR_AGO, scheduleDoneAt: HOUR_AGO, loads: [] },
  ...more,
});

// The target is 50 %; loads are in hundredths of a percent.
test.each<[string, readonly (number | null)[], number | null]>([
  ["more carry the load at the target", [7500, 7500], 3],
  ["a load that fits exactly adds none too many", [7500, 7500, 7500, 7500], 6],
  ["a hundredth above is one more", [7500, 7500, 7500, 7501], 7],
  ["within a tenth nothing changes", [5500, 5500], null],
  ["just beyond a tenth something does", [5501, 5501], 3],
  ["a step at most doubles", [10_000], 2],
  ["a step at most halves", [0, 0, 0, 0, 0, 0], 3],
  ["fewer carry a low load", [3000, 3000, 3000, 3000], 3],
  ["one that starts counts as idle, so that not too many are made", [9000, null], null],
  ["one that starts still needs help", [9900, 9900, null], 4],
  ["one that is not measured counts as the target when there could be fewer", [2000, null], null],
  ["two idle ones are fewer in spite of it", [0, 0, null], 2],
  ["nothing is measured", [null, null], null],
  ["there is no VM", [], null],
  ["the lowest count stays", [0], null],
])("by a metric: %s", (_, loads, expected) => {
  const scaling = rules({ metric: { name: "cpu", target_percent: 50, cooldown_minutes: 5 } });
  expect(decideCount(view(scaling, { count: loads.length, loads }))?.to_count ?? null).toBe(expected);
});

test("a metric stays between the counts, waits for its cool-down, and says what was measured", () => {
  const metric = { name: "memory", target_percent: 50, cooldown_minutes: 5 } as const;
  const scaling = rules({ max_count: 4, metric });
  const loads = [9025, 9025, 9025];
  expect(decideCount(view(scaling, { count: 3, loads }))).toEqual({
    rule: "memory",
    to_count: 4,
    reason: "Memory is at 90.25 % on average, and its target is 50 %; measured on 3 of 3 VMs.",
  });
  expect(decideCount(view(scaling, { count: 4, loads: [...loads, 9025] }))).toBeNull();
  const changed = (iso: string) => decideCount(view(scaling, { count: 3, loads, countChangedAt: new Date(iso) }));
  expect(changed("2027-03-10T11:55:00.001Z")).toBeNull();
  expect(changed("2027-03-10T11:55:00.000Z")?.to_count).toBe(4);
});

test("VMs that are missing count as not measured", () => {
  const scaling = rules({ metric: { name: "cpu", target_percent: 50, cooldown_minutes: 5 } });
  expect(decideCount(view(scaling, { count: 2, loads: [9000] }))).toBeNull();
});

const amsterdam = (days: readonly (typeof WEEKDAYS)[number][], time: string, count: number): VmGroupScaling =>
  rules({ min_count: 0, timezone: "Europe/Amsterdam", schedule: [{ days: [...days], time, count }] });
const at = (scaling: VmGroupScaling, scheduleDoneAt: string, now: string) =>
  decideCount(view(scaling, { scheduleDoneAt: new Date(scheduleDoneAt), now: new Date(now) }))?.to_count ?? null;

test.each<[string, string, string, string, number | null]>([
  ["not before its time", "07:30", "2027-03-10T00:00:00Z", "2027-03-10T06:29:59.999Z", null],
  ["at its time", "07:30", "2027-03-10T00:00:00Z", "2027-03-10T06:30:00Z", 4],
  ["once", "07:30", "2027-03-10T06:30:00Z", "2027-03-10T23:00:00Z", null],
  ["in summer an hour earlier", "07:30", "2027-03-28T00:00:00Z", "2027-03-28T05:30:00Z", 4],
  ["a time that the clocks skip, not before", "02:30", "2027-03-27T23:00:00Z", "2027-03-28T01:29:59Z", null],
  ["a time that the clocks skip, as much later", "02:30", "2027-03-27T23:00:00Z", "2027-03-28T01:30:00Z", 4],
  ["a time that comes twice, the first time", "02:30", "2027-10-30T23:00:00Z", "2027-10-31T00:30:00Z", 4],
  ["a time that comes twice, not again", "02:30", "2027-10-31T00:30:00Z", "2027-10-31T03:00:00Z", null],
  ["after months without a worker", "07:30", "2026-01-01T00:00:00Z", "2027-03-10T12:00:00Z", 4],
])("by a schedule: %s", (_, time, done, now, expected) => {
  expect(at(amsterdam(WEEKDAYS, time, 4), done, now)).toBe(expected);
});

test("a schedule has its days, of its time zone, and the latest of several times counts", () => {
  // 2027-03-15 is a Monday; it begins at 23:00 UTC on Sunday.
  const monday = amsterdam(["monday"], "00:15", 7);
  expect(at(monday, "2027-03-13T00:00:00Z", "2027-03-14T23:14:00Z")).toBeNull();
  expect(at(monday, "2027-03-13T00:00:00Z", "2027-03-14T23:15:00Z")).toBe(7);
  const [morning] = amsterdam(WEEKDAYS, "07:00", 6).schedule;
  const [evening] = amsterdam(WEEKDAYS, "19:00", 2).schedule;
  if (morning === undefined || evening === undefined) throw new Error("a schedule has its times");
  for (const schedule of [
    [morning, evening],
    [evening, morning],
  ]) {
    expect(at(rules({ schedule }), "2027-03-08T00:00:00Z", "2027-03-10T08:00:00Z")).toBe(6);
    expect(at(rules({ schedule }), "2027-03-08T00:00:00Z", "2027-03-10T20:00:00Z")).toBe(2);
  }
});
