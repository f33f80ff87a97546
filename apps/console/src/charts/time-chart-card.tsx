"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { ChartCard } from "./chart-card.tsx";
import { LineChart } from "./line-chart.tsx";
import { lastOf, type TimeChart } from "./time-chart.ts";

/**
 * A chart over time of a question's answer, with its latest values.
 * @param empty the text if nothing was measured
 * @param wide takes the whole width of the charts
 */
export function TimeChartCard<Metrics>({
  title,
  query,
  chartOf,
  empty,
  wide = false,
}: {
  title: string;
  query: UseQueryResult<Metrics, unknown>;
  chartOf: (metrics: Metrics) => TimeChart;
  empty: string;
  wide?: boolean;
}) {
  const chart = query.data === undefined ? undefined : chartOf(query.data);
  return (
    <ChartCard title={title} aside={chart === undefined ? null : lastOf(chart)} className={wide ? "lg:col-span-2" : ""}>
      <Loaded query={{ ...query, data: chart }} skeleton={<BlockSkeleton className="h-56" />}>
        {(drawn) =>
          drawn.series.every(({ values }) => values.every((value) => value === null)) ? (
            <p className="grid h-56 place-items-center text-center text-ink-muted">{empty}</p>
          ) : (
            <LineChart label={title} {...drawn} />
          )
        }
      </Loaded>
    </ChartCard>
  );
}
