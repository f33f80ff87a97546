import { expect, test } from "vitest";
import { lastOf } from "../../../charts/time-chart.ts";
import { metricChart } from "./metric-chart.ts";

const range = { vm_id: "vm_1", from: "2026-11-21T12:00:00.000Z", to: "2026-11-21T12:04:00.000Z", step_seconds: 60 };

test("a step without samples is a gap in the series", () => {
  const chart = metricChart({
    ...range,
    metric: "cpu",
    points: [
      { at: "2026-11-21T12:00:00.000Z", cpu_percent: 10 },
      { at: "2026-11-21T12:02:00.000Z", cpu_percent: 30 },
    ],
  });
  expect(chart.series).toEqual([{ label: "CPU", values: [10, null, 30, null] }]);
  expect(chart.points).toHaveLength(4);
  expect(lastOf(chart)).toBe("30%");
});

test("a metric with two directions has two series", () => {
  const chart = metricChart({
    ...range,
    metric: "disk",
    points: [{ at: "2026-11-21T12:03:00.000Z", read_bytes_per_second: 1500, write_bytes_per_second: 0 }],
  });
  expect(chart.series.map(({ values }) => values.at(-1))).toEqual([1500, 0]);
  expect(lastOf(chart)).toBe("Read 1.5 KB/s, Written 0 bytes/s");
});

test("a chart without samples has no last value", () => {
  expect(lastOf(metricChart({ ...range, metric: "memory", points: [] }))).toBe("");
});

test("the axis ticks are evenly spaced wherever the range begins", () => {
  const hour = { from: "2026-11-21T12:03:00.000Z", to: "2026-11-21T13:03:00.000Z" };
  const { points } = metricChart({ ...range, ...hour, metric: "cpu", points: [] });
  const marked = points.flatMap(({ tick }, index) => (tick === "" ? [] : [index]));
  expect(marked).toHaveLength(6);
  expect(new Set(marked.map((index) => index % 10)).size).toBe(1);
});
