"use client";

import { useState } from "react";
import type { ChartProps } from "./chart-series.ts";

/**
 * A chart's values as a table, for those who do not see it and those who want the numbers. Its rows come when it is
 * opened.
 */
export function ChartTable({ label, points, series, format }: ChartProps) {
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
