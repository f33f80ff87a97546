"use client";

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { useWidth } from "@/client/use-width.ts";
import { type ChartProps, colourOf, soleOf } from "./chart-series.ts";
import { roundTicks, tickStride } from "./scale.ts";

/** The coordinates of a plot, in pixels. */
export interface Plot {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The middle of a point. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  /** The width of each point's band. */
  readonly bandPx: number;
  /** The index of the point that is being read. */
  readonly read: number | null;
  /** The only point with a value, which needs to be seen. Undefined with several points. */
  readonly sole: number | undefined;
}

const TOP = 10;
const BOTTOM = 24;
const RIGHT = 6;
const PX_PER_CHARACTER = 6.6;
const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at - 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The shared parts of all charts: axes, a legend, reading values by pointer, touch and keyboard (as a slider along the
 * axis), and a data table.
 * @param top the highest value that must fit
 * @param banded each point is a band, as for bars, not a position on a line
 */
export function ChartFrame({
  top,
  banded,
  children,
  ...chart
}: ChartProps & { top: number; banded: boolean; children: (plot: Plot) => ReactNode }) {
  const { label, points, series, format, max, heightPx = 220 } = chart;
  const [area, areaPx] = useWidth<HTMLDivElement>();
  const [read, setRead] = useState<number | null>(null);
  const ticks = roundTicks(max ?? top);
  const highest = max ?? ticks.at(-1) ?? 1;
  const left = Math.ceil(Math.max(...ticks.map((tick) => format(tick).length)) * PX_PER_CHARACTER) + 10;
  const widthPx = Math.max(0, areaPx - left - RIGHT);
  const plotPx = heightPx - TOP - BOTTOM;
  const last = points.length - 1;
  const bandPx = banded ? widthPx / Math.max(1, points.length) : widthPx / Math.max(1, last);
  const x = (index: number) => (banded ? (index + 0.5) * bandPx : last === 0 ? widthPx / 2 : index * bandPx);
  const y = (value: number) => plotPx - (Math.min(value, highest) / highest) * plotPx;
  const at = Math.min(read ?? last, last);
  const sole = soleOf(chart, banded);
  // The parts of a bar add up to a total. Lines do not.
  const summed = banded && series.length > 1;

  const onPointer = (event: PointerEvent) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    const index = banded ? Math.floor(offset / bandPx) : Math.round(offset / bandPx);
    setRead(Math.min(last, Math.max(0, index)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setRead(null);
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setRead(Math.min(last, Math.max(0, move(at, last))));
  };
  const marks = points.map(({ tick }, index) => ({ tick, index, atPx: x(index) })).filter(({ tick }) => tick !== "");
  const markPx = Math.max(0, ...marks.map(({ tick }) => tick.length)) * PX_PER_CHARACTER;
  const stride = tickStride(marks.length, widthPx, markPx + 20);
  // Marks are centred on their points. A mark that would overflow the chart is left out.
  const fits = ({ atPx }: { atPx: number }) => atPx - markPx / 2 >= -left && atPx + markPx / 2 <= widthPx + RIGHT;

  return (
    <figure>
      <div
        ref={area}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at}
        aria-valuetext={readingText(chart, at, summed)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setRead(null)}
        onFocus={() => setRead(at)}
        onBlur={() => setRead(null)}
        onKeyDown={onKeyDown}
        className="relative touch-pan-y rounded-md"
        style={{ height: heightPx }}
      >
        {areaPx > 0 && (
          <svg width={areaPx} height={heightPx} className="block select-none text-[11px]" aria-hidden="true">
            <g transform={`translate(${left} ${TOP})`}>
              {ticks.map((tick) => (
                <g key={tick} transform={`translate(0 ${y(tick)})`}>
                  <line x2={widthPx} className={tick === 0 ? "stroke-line-strong" : "stroke-line"} />
                  <text x={-8} dy="0.32em" textAnchor="end" className="fill-ink-subtle tabular-nums">
                    {format(tick)}
                  </text>
                </g>
              ))}
              {marks
                .filter((mark, nth) => nth % stride === 0 && fits(mark))
                .map(({ tick, index, atPx }) => (
                  <text
                    key={points[index]?.label}
                    x={atPx}
                    y={plotPx + 16}
                    textAnchor="middle"
                    className="fill-ink-subtle tabular-nums"
                  >
                    {tick}
                  </text>
                ))}
              {children({ widthPx, heightPx: plotPx, x, y, bandPx, read, sole })}
            </g>
          </svg>
        )}
        {read !== null && areaPx > 0 && (
          <Reading {...chart} index={at} summed={summed} atPx={left + x(at)} widthPx={areaPx} />
        )}
      </div>
      {sole !== undefined && (
        <p className="mt-1 text-ink-muted text-xs">One value in this period, of {points[sole]?.label}.</p>
      )}
      {series.length > 1 && <Legend names={series.map((each) => each.label)} />}
      <ChartTable {...chart} />
    </figure>
  );
}

function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm" style={{ background: colourOf(index) }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}

/**
 * A chart's values as a table, for screen readers and for users who want the numbers. Its rows are rendered when it is
 * opened.
 */
function ChartTable({ label, points, series, format }: ChartProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-2 text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">As a table</summary>
      {open && (
        <section
          aria-label={`${label}, as a table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
          tabIndex={0}
          className="mt-2 max-h-72 overflow-auto rounded-md border border-line"
        >
          <table className="w-full text-left tabular-nums">
            <thead className="sticky top-0 bg-canvas text-ink-muted">
              <tr>
                <th scope="col" className="px-3 py-1.5 font-medium">
                  When
                </th>
                {series.map(({ label: name }) => (
                  <th key={name} scope="col" className="whitespace-nowrap px-3 py-1.5 text-right font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {points.map((point, index) => (
                <tr key={point.label}>
                  <th scope="row" className="whitespace-nowrap px-3 py-1.5 font-normal">
                    {point.label}
                  </th>
                  {series.map(({ label: name, values }) => {
                    const value = values[index];
                    return (
                      <td key={name} className="px-3 py-1.5 text-right">
                        {value === null || value === undefined ? (
                          <span className="text-ink-subtle">no data</span>
                        ) : (
                          format(value)
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

/** The values at one point in words, which screen readers announce while moving along the axis. */
function readingText({ points, series, format }: Readable, index: number, summed: boolean): string {
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

/** The values at one point, shown beside the pointer. */
function Reading({
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
      className="pointer-events-none absolute top-2 z-10 min-w-36 rounded-md border border-line bg-raised px-3 py-2
        text-xs shadow-raised"
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
