"use client";

import { useEffect, useState } from "react";
import { BandwidthCard } from "./bandwidth-card.tsx";
import { MetricCard } from "./metric-card.tsx";
import type { Range } from "./metrics-query.ts";

const MINUTE_MS = 60_000;

const CARDS = [
  ["cpu", "Processor"],
  ["memory", "Memory"],
  ["disk", "Disk"],
  ["network", "Network"],
] as const;

/** One chart per metric, and the traffic of the last months. */
export function MetricCards({ range }: { range: Range }) {
  const nowMs = useMinute();
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {CARDS.map(([metric, title]) => (
        <MetricCard key={metric} metric={metric} title={title} range={range} nowMs={nowMs} />
      ))}
      <BandwidthCard nowMs={nowMs} />
    </div>
  );
}

/** The current time, to the minute, because VMs are measured once a minute. */
function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const clock = window.setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => window.clearInterval(clock);
  }, []);
  return nowMs;
}
