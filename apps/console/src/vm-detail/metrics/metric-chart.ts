import type { VmMetrics } from "@fulmar/contract";
import { type TimeChart, timeGrid } from "../../charts/time-chart.ts";
import { formatBytes } from "../../client/format-status.ts";

/** Creates a chart from an answer. Where there are no samples, the answer has no point and the chart has a gap. */
export function metricChart(metrics: VmMetrics): TimeChart {
  switch (metrics.metric) {
    case "cpu":
      return { ...percentages, ...timeGrid(metrics, metrics.points, [["Processor", (point) => point.cpu_percent]]) };
    case "memory":
      return { ...percentages, ...timeGrid(metrics, metrics.points, [["Memory", (point) => point.memory_percent]]) };
    case "disk":
      return {
        format: rate,
        ...timeGrid(metrics, metrics.points, [
          ["Read", (point) => point.read_bytes_per_second],
          ["Written", (point) => point.write_bytes_per_second],
        ]),
      };
    case "network":
      return {
        format: rate,
        ...timeGrid(metrics, metrics.points, [
          ["Received", (point) => point.rx_bytes_per_second],
          ["Sent", (point) => point.tx_bytes_per_second],
        ]),
      };
  }
}

const percentages = { format: (value: number) => `${Math.round(value * 10) / 10}%`, max: 100 };
const rate = (value: number) => `${formatBytes(value)}/s`;
