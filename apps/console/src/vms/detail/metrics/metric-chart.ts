import type { VmMetrics } from "@fulmar/contract";
import { bytesPerSecond, PERCENT } from "../../../charts/chart-series.ts";
import { type TimeChart, timeGrid } from "../../../charts/time-chart.ts";

/** Creates a chart from an answer. Where there are no samples, the answer has no point and the chart has a gap. */
export function metricChart(metrics: VmMetrics): TimeChart {
  switch (metrics.metric) {
    case "cpu":
      return { ...PERCENT, ...timeGrid(metrics, metrics.points, [["CPU", (point) => point.cpu_percent]]) };
    case "memory":
      return { ...PERCENT, ...timeGrid(metrics, metrics.points, [["Memory", (point) => point.memory_percent]]) };
    case "disk":
      return {
        format: bytesPerSecond,
        ...timeGrid(metrics, metrics.points, [
          ["Read", (point) => point.read_bytes_per_second],
          ["Written", (point) => point.write_bytes_per_second],
        ]),
      };
    case "network":
      return {
        format: bytesPerSecond,
        ...timeGrid(metrics, metrics.points, [
          ["Received", (point) => point.rx_bytes_per_second],
          ["Sent", (point) => point.tx_bytes_per_second],
        ]),
      };
  }
}
