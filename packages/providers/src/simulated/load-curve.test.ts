import { expect, test } from "vitest";
import { loadOf } from "./load-curve.ts";

const DAY = Array.from({ length: 1440 }, (_, minute) => new Date(Date.UTC(2026, 10, 21, 0, minute)));
const VMS = Array.from({ length: 20 }, (_, nth) => `vm_${nth}`);
const cpuOf = (vmId: string) => DAY.map((at) => loadOf(vmId, at).cpuPercent);

test("the load of a machine at a moment is deterministic", () => {
  for (const vmId of VMS) expect(cpuOf(vmId)).toEqual(cpuOf(vmId));
});

test("all percentages stay between 0 and 100", () => {
  for (const vmId of VMS) {
    for (const at of DAY) {
      for (const percent of Object.values(loadOf(vmId, at))) {
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }
    }
  }
});

test("a machine has busy and quiet hours, and its minutes differ", () => {
  for (const vmId of VMS) {
    const hours = Array.from({ length: 24 }, (_, hour) => cpuOf(vmId).slice(hour * 60, hour * 60 + 60));
    const means = hours.map((minutes) => minutes.reduce((sum, percent) => sum + percent, 0) / 60);
    expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(10);
    expect(new Set(hours[0]).size).toBeGreaterThan(30);
  }
});

test("machines have different loads", () => {
  expect(new Set(VMS.map((vmId) => cpuOf(vmId).join())).size).toBe(VMS.length);
});
