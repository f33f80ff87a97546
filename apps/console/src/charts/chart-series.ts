import { formatBytes } from "../client/format.ts";

/** One position on a chart's axis. */
export interface ChartPoint {
  /** The full label for readings: "21 Nov 2026, 10:00". */
  readonly label: string;
  /** The short label below the axis: "10:00". Empty if the axis has no mark here. */
  readonly tick: string;
}

/** The measured value at each point. Null if there is none. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** The chart's name for screen readers. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** One or more series with a value for every point. Values are never negative. */
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** The end of the axis. Default: a round number above the highest value. */
  readonly max?: number;
  readonly heightPx?: number;
}

/** The colours of series, in order. They repeat if there are more series. */
const COLOURS = [
  "var(--chart-1)",
  "var(--chart-2)",
  "var(--chart-3)",
  "var(--chart-4)",
  "var(--chart-5)",
  "var(--chart-6)",
] as const;

export function colourOf(series: number): string {
  return COLOURS[series % COLOURS.length] ?? COLOURS[0];
}

/** The index of the only point with a value. A bar of zero is none. */
export function soleOf({ points, series }: Pick<ChartProps, "points" | "series">, banded: boolean): number | undefined {
  const [first, ...others] = points.flatMap((_, index) =>
    series.some(({ values }) => (banded ? values[index] : (values[index] ?? null) !== null)) ? [index] : [],
  );
  return others.length === 0 && points.length > 1 ? first : undefined;
}

/** The formats of charts' values. */
export const perSecond = (value: number) => `${value < 10 ? Math.round(value * 100) / 100 : Math.round(value)}/s`;
export const bytesPerSecond = (value: number) => `${formatBytes(value)}/s`;
export const degrees = (value: number) => `${Math.round(value * 10) / 10} °C`;

/** A chart from 0 to 100 %. */
export const PERCENT = { format: (value: number) => `${Math.round(value * 10) / 10}%`, max: 100 };
