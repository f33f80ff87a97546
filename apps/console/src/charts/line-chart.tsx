"use client";

import { ChartFrame, type Plot } from "./chart-frame.tsx";
import { type ChartProps, colourOf } from "./chart-series.ts";

/** What changes over time, as one line for each series. A point without a value leaves a gap. */
export function LineChart(chart: ChartProps) {
  const top = Math.max(0, ...chart.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <ChartFrame {...chart} top={top} banded={false}>
      {(plot) => (
        <>
          {plot.read !== null && <line x1={plot.x(plot.read)} x2={plot.x(plot.read)} y2={plot.heightPx} className="stroke-line-strong" />}
          {chart.series.map(({ label, values }, index) => (
            <g key={label} fill="none" stroke={colourOf(index)} strokeWidth={1.75} strokeLinejoin="round" strokeLinecap="round">
              <path d={pathOf(values, plot)} />
              {plot.read !== null && <Dot value={values[plot.read]} plot={plot} at={plot.read} colour={colourOf(index)} />}
            </g>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

function Dot({ value, plot, at, colour }: { value: number | null | undefined; plot: Plot; at: number; colour: string }) {
  return value === null || value === undefined ? null : <circle cx={plot.x(at)} cy={plot.y(value)} r={3.5} fill={colour} stroke="var(--surface)" />;
}

/** A single value between two gaps is a line of no length, which its round ends make a dot. */
function pathOf(values: readonly (number | null)[], { x, y }: Plot): string {
  const pieces: string[] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const before = values[index - 1] ?? null;
    const after = values[index + 1] ?? null;
    const place = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    pieces.push(before === null ? `M${place}` : `L${place}`);
    if (before === null && after === null) pieces.push(`L${place}`);
  });
  return pieces.join("");
}
