/** One place along a chart's axis. */
export interface ChartPoint {
  /** In full, as the reading says it: "21 Nov 2026, 10:00". */
  readonly label: string;
  /** Short, as it stands below the axis: "10:00". Empty where the axis has no mark. */
  readonly tick: string;
}

/** What was measured at each point; null where nothing was. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** What is shown, for those who hear it. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** One or more, each with a value for every point; no value is negative. */
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Where the axis ends; without it, a round number above the highest value. */
  readonly max?: number;
  readonly heightPx?: number;
}

/** The colours of series, in their order; more series than colours begin again. */
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
