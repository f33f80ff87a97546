import { type ChartProps, colourOf } from "./chart-series.ts";

/** The values at one point, in words: what is heard while moving along the axis. */
export function readingText({ points, series, format }: Readable, index: number, summed: boolean): string {
  const values = series.map(({ label, values }) => `${label} ${wordsOf(values[index], format)}`);
  const total = summed ? [`total ${format(totalOf(series, index))}`] : [];
  return `${points[index]?.label ?? ""}: ${[...values, ...total].join(", ")}`;
}

type Readable = Pick<ChartProps, "points" | "series" | "format">;

function totalOf(series: ChartProps["series"], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

function wordsOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? "no data" : format(value);
}

/** The values at one point, beside the pointer. */
export function Reading({
  points,
  series,
  format,
  index,
  summed,
  atPx,
  widthPx,
}: Readable & { index: number; summed: boolean; atPx: number; widthPx: number }) {
  const side = atPx > widthPx / 2 ? { right: widthPx - atPx + 12 } : { left: atPx + 12 };
  const shown = series.flatMap(({ label, values }, order) =>
    values[index] === 0 && series.length > 3 ? [] : [{ label, value: values[index], order }],
  );
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-10 min-w-36 rounded-md border border-line bg-raised px-3 py-2 text-xs shadow-raised"
      style={side}
    >
      <p className="mb-1 whitespace-nowrap font-medium">{points[index]?.label}</p>
      {shown.map(({ label, value, order }) => (
        <p key={label} className="flex items-center gap-2 whitespace-nowrap">
          <span className="size-2 rounded-full" style={{ background: colourOf(order) }} />
          <span className="flex-1 text-ink-muted">{label}</span>
          <span className="tabular-nums">{wordsOf(value, format)}</span>
        </p>
      ))}
      {summed && (
        <p className="mt-1 flex justify-between gap-4 border-line border-t pt-1 font-medium">
          <span>Total</span>
          <span className="tabular-nums">{format(totalOf(series, index))}</span>
        </p>
      )}
    </div>
  );
}
