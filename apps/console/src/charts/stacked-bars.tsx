"use client";

import { ChartFrame } from "./chart-frame.tsx";
import { type ChartProps, colourOf } from "./chart-series.ts";

/** Bars with one part per series at each point. */
export function StackedBars(chart: ChartProps) {
  const { points, series } = chart;
  const stacks = points.map((_, point) => stackOf(series.map(({ values }) => values[point] ?? 0)));
  const top = Math.max(0, ...stacks.map((parts) => parts.at(-1)?.to ?? 0));
  return (
    <ChartFrame {...chart} top={top} banded>
      {({ x, y, bandPx, read }) => {
        const widthPx = Math.max(1, Math.min(40, bandPx * 0.72));
        return stacks.map((parts, point) => (
          <g key={points[point]?.label} opacity={read === null || read === point ? 1 : 0.45}>
            {parts.map(
              ({ from, to }, index) =>
                to > from && (
                  <rect
                    key={series[index]?.label}
                    x={x(point) - widthPx / 2}
                    y={y(to)}
                    width={widthPx}
                    height={Math.max(0.5, y(from) - y(to))}
                    fill={colourOf(index)}
                  />
                ),
            )}
          </g>
        ));
      }}
    </ChartFrame>
  );
}

/** The range of each part of a stack. */
function stackOf(values: readonly number[]): { readonly from: number; readonly to: number }[] {
  let sum = 0;
  return values.map((value) => {
    const from = sum;
    sum += value;
    return { from, to: sum };
  });
}
