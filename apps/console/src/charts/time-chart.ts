import type { ChartPoint, ChartProps, ChartSeries } from "./chart-series.ts";

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

/** A chart over time. */
export type TimeChart = Pick<ChartProps, "points" | "series" | "format" | "max">;

/** The time range of an answer, with the length of a point. */
interface TimeRange {
  readonly from: string;
  readonly to: string;
  readonly step_seconds: number;
}

/** The latest values in words, such as "Read 12 kB/s, Written 1.5 MB/s". */
export function lastOf({ series, format }: Pick<TimeChart, "series" | "format">): string {
  const last = series.map(({ label, values }) => [label, values.findLast((value) => value !== null)] as const);
  return last
    .flatMap(([label, value]) =>
      value == null ? [] : [series.length === 1 ? format(value) : `${label} ${format(value)}`],
    )
    .join(", ");
}

/**
 * One position per step of the range, with the measured values.
 * @param missing the value of a step without a point. Null is a gap
 */
export function timeGrid<Point extends { readonly at: string }>(
  { from, to, step_seconds }: TimeRange,
  points: readonly Point[],
  series: readonly (readonly [label: string, value: (point: Point) => number | null])[],
  missing: number | null = null,
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
        return point === undefined ? missing : value(point);
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
