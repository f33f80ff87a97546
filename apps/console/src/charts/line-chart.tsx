"use client";

import { ChartFrame, type Plot } from "./chart-frame.tsx";
import { type ChartProps, colourOf } from "./chart-series.ts";

/** Values over time, with one line per series. A missing value leaves a gap. */
export function LineChart(chart: ChartProps) {
  const top = Math.max(0, ...chart.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <ChartFrame {...chart} top={top} banded={false}>
      {(plot) => (
        <>
          {plot.read !== null && (
            <line x1={plot.x(plot.read)} x2={plot.x(plot.read)} y2={plot.heightPx} className="stroke-line-strong" />
          )}
          {chart.series.map(({ label, values }, index) => (
            <g
              key={label}
              fill="none"
              stroke={colourOf(index)}
              strokeWidth={1.75}
              strokeLinejoin="round"
              strokeLinecap="round"
            >
              <path d={pathOf(values, plot)} />
              {values.map(
                (value, at) =>
                  value !== null &&
                  isAlone(values, at) && (
                    <circle
                      key={plot.x(at)}
                      cx={plot.x(at)}
                      cy={plot.y(value)}
                      r={at === plot.sole ? 4 : 2}
                      fill={colourOf(index)}
                    />
                  ),
              )}
              {plot.read !== null && (
                <Dot value={values[plot.read]} plot={plot} at={plot.read} colour={colourOf(index)} />
              )}
            </g>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

function Dot({
  value,
  plot,
  at,
  colour,
}: {
  value: number | null | undefined;
  plot: Plot;
  at: number;
  colour: string;
}) {
  return value === null || value === undefined ? null : (
    <circle cx={plot.x(at)} cy={plot.y(value)} r={3.5} fill={colour} stroke="var(--surface)" />
  );
}

/** Whether a point lies between two gaps. Its line has no length, so a dot is drawn. */
function isAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

function pathOf(values: readonly (number | null)[], { x, y }: Plot): string {
  const pieces: string[] = [];
  values.forEach((value, index) => {
    if (value === null || isAlone(values, index)) return;
    const before = values[index - 1] ?? null;
    pieces.push(`${before === null ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  });
  return pieces.join("");
}
