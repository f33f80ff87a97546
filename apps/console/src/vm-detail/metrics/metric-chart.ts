import type { VmMetrics } from "@fulmar/contract";
import type { ChartPoint, ChartProps, ChartSeries } from "@/charts/chart-series.ts";
import { formatBytes } from "../../client/format-status.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The distance between an axis's marks, by the length of the range it covers. */
const MARKS = [
  { rangeMs: 2 * HOUR_MS, everyMs: 10 * MINUTE_MS },
  { rangeMs: 2 * DAY_MS, everyMs: 3 * HOUR_MS },
  { rangeMs: 10 * DAY_MS, everyMs: DAY_MS },
] as const;
const LONGEST_MARK_MS = 5 * DAY_MS;

export type MetricChart = Pick<ChartProps, "points" | "series" | "format" | "max">;

/** Creates a chart from an answer. Where there are no samples, the answer has no point and the chart has a gap. */
export function metricChart(metrics: VmMetrics): MetricChart {
  switch (metrics.metric) {
    case "cpu":
      return { ...percentages, ...grid(metrics, metrics.points, [["Processor", (point) => point.cpu_percent]]) };
    case "memory":
      return { ...percentages, ...grid(metrics, metrics.points, [["Memory", (point) => point.memory_percent]]) };
    case "disk":
      return {
        format: rate,
        ...grid(metrics, metrics.points, [
          ["Read", (point) => point.read_bytes_per_second],
          ["Written", (point) => point.write_bytes_per_second],
        ]),
      };
    case "network":
      return {
        format: rate,
        ...grid(metrics, metrics.points, [
          ["Received", (point) => point.rx_bytes_per_second],
          ["Sent", (point) => point.tx_bytes_per_second],
        ]),
      };
  }
}

/** The latest values in words, such as "Read 12 kB/s, Written 1.5 MB/s". */
export function lastOf({ series, format }: MetricChart): string {
  const last = series.map(({ label, values }) => [label, values.findLast((value) => value !== null)] as const);
  return last
    .flatMap(([label, value]) =>
      value == null ? [] : [series.length === 1 ? format(value) : `${label} ${format(value)}`],
    )
    .join(", ");
}

const percentages = { format: (value: number) => `${Math.round(value * 10) / 10}%`, max: 100 };
const rate = (value: number) => `${formatBytes(value)}/s`;

/** One position per step of the range, with the measured values. */
function grid<Point extends { readonly at: string }>(
  { from, to, step_seconds }: Pick<VmMetrics, "from" | "to" | "step_seconds">,
  points: readonly Point[],
  series: readonly (readonly [label: string, value: (point: Point) => number])[],
): { points: ChartPoint[]; series: ChartSeries[] } {
  const measured = new Map(points.map((point) => [Date.parse(point.at), point]));
  const [firstMs, endMs, stepMs] = [Date.parse(from), Date.parse(to), step_seconds * 1000];
  const moments = Array.from({ length: Math.ceil((endMs - firstMs) / stepMs) }, (_, index) => firstMs + index * stepMs);
  const tick = ticks(endMs - firstMs);
  return {
    points: moments.map((moment) => ({ label: inFull.format(moment), tick: tick(moment, stepMs) })),
    series: series.map(([label, value]) => ({
      label,
      values: moments.map((moment) => {
        const point = measured.get(moment);
        return point === undefined ? null : value(point);
      }),
    })),
  };
}

const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Marks at round local times: hours for a day, days for a week. */
function ticks(rangeMs: number): (moment: number, stepMs: number) => string {
  const { everyMs } = MARKS.find((mark) => rangeMs <= mark.rangeMs) ?? { everyMs: LONGEST_MARK_MS };
  const words =
    everyMs >= DAY_MS
      ? new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" })
      : new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
  // The first point at or after a round time gets its mark.
  return (moment, stepMs) => {
    const local = moment - new Date(moment).getTimezoneOffset() * MINUTE_MS;
    return local % everyMs < stepMs ? words.format(moment) : "";
  };
}
