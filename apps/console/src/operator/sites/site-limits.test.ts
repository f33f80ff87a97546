import { expect, test } from "vitest";
import { soleOf } from "../../charts/chart-series.ts";
import { capacityChart, withoutLimit } from "./site-limits.ts";

const capacity = {
  ...{ cpus: 16, ram_mb: 1024, free_ram_mb: 512, disk_gb: null, free_disk_gb: null },
  checked_at: "2027-01-01T00:00:00.000Z",
};

test("a site without capacity says that it has no limit, one that did not report says so", () => {
  expect(withoutLimit({ capacity: null, server: null }, "cpus")).toBe("no limit");
  expect(withoutLimit({ capacity: null, server: "https://10.0.0.1:8443" }, "cpus")).toBe("not reported yet");
  expect(withoutLimit({ capacity, server: "https://10.0.0.1:8443" }, "cpus")).toBeNull();
  expect(withoutLimit({ capacity, server: "https://10.0.0.1:8443" }, "disk_gb")).toBe("no limit");
});

/** Four steps of six hours, of which some were sampled. */
const historyOf = (hours: readonly string[], has: number | null) => ({
  history: {
    ...{ from: "2027-01-01T00:00:00.000Z", to: "2027-01-02T00:00:00.000Z", step_seconds: 21_600 },
    points: hours.map((hour) => {
      const share = { sold: 4, has };
      return { at: `2027-01-01T${hour}:00:00.000Z`, cpus: share, ram_mb: share, disk_gb: share };
    }),
  },
});

test.each([
  ["without a limit", null, ["Sold"]],
  ["with one", 16, ["Sold", "In all"]],
] as const)(
  "the chart of a site %s has a line of it or none, and one sample is a point of its own",
  (_, has, labels) => {
    const once = capacityChart(historyOf(["18"], has), "cpus", String);
    expect(once.series.map(({ label }) => label)).toEqual(labels);
    expect(soleOf(once, false)).toBe(3);
    expect(soleOf(capacityChart(historyOf(["12", "18"], has), "cpus", String), false)).toBeUndefined();
    expect(soleOf(capacityChart(historyOf([], has), "cpus", String), false)).toBeUndefined();
  },
);

test("bars of nothing do not count, as of days without usage", () => {
  const points = ["Mon", "Tue", "Wed"].map((label) => ({ label, tick: label }));
  expect(soleOf({ points, series: [{ label: "VM", values: [0, 0, 1.5] }] }, true)).toBe(2);
  expect(soleOf({ points, series: [{ label: "VM", values: [0, 1, 1.5] }] }, true)).toBeUndefined();
  expect(soleOf({ points, series: [{ label: "VM", values: [0, 0, 0] }] }, true)).toBeUndefined();
});
