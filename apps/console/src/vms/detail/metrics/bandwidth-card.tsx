"use client";

import type { BandwidthSummary } from "@fulmar/contract";
import { useQueries } from "@tanstack/react-query";
import { ChartCard } from "@/charts/chart-card.tsx";
import { StackedBars } from "@/charts/stacked-bars.tsx";
import { formatBytes } from "@/client/format.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useVm } from "../vm-place.tsx";
import { monthsUntil } from "./metrics-query.ts";

const MINUTE_MS = 60_000;

/** The VM's inbound and outbound traffic in each of the last calendar months (UTC). */
export function BandwidthCard({ nowMs }: { nowMs: number }) {
  const { procedures, target } = useVm();
  const query = useQueries({
    queries: monthsUntil(nowMs).map((month) => ({
      ...procedures.bandwidth.get.queryOptions({ ...target, month }),
      refetchInterval: MINUTE_MS,
    })),
    combine: (results) => {
      const months = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
      return {
        data: months.length === results.length ? months : undefined,
        error: results.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
      };
    },
  });
  const present = query.data?.at(-1);
  return (
    <ChartCard
      title="Traffic by month"
      aside={present && `This month ${formatBytes(present.rx_bytes + present.tx_bytes)}`}
      className="lg:col-span-2"
    >
      <Loaded query={query} skeleton={<BlockSkeleton className="h-56" />}>
        {(months) => <Months months={months} />}
      </Loaded>
    </ChartCard>
  );
}

function Months({ months }: { months: readonly BandwidthSummary[] }) {
  return (
    <StackedBars
      label="Traffic by month"
      points={months.map(({ month }) => ({
        label: inFull.format(new Date(`${month}-01T00:00:00Z`)),
        tick: inShort.format(new Date(`${month}-01T00:00:00Z`)),
      }))}
      series={[
        { label: "Received", values: months.map(({ rx_bytes }) => rx_bytes) },
        { label: "Sent", values: months.map(({ tx_bytes }) => tx_bytes) },
      ]}
      format={formatBytes}
    />
  );
}

const inShort = new Intl.DateTimeFormat(undefined, { month: "short", timeZone: "UTC" });
const inFull = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
