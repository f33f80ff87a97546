"use client";

import { useMinute } from "@/charts/use-minute.ts";
import { MetricCard } from "../metrics/metric-card.tsx";

const CARDS = [
  ["cpu", "CPU"],
  ["memory", "Memory"],
  ["network", "Network"],
] as const;

/** The VM's last hour. The metrics page has the other periods. */
export function LastHour() {
  const nowMs = useMinute();
  return (
    <section aria-label="Last hour" className="grid gap-4 lg:grid-cols-3">
      {CARDS.map(([metric, title]) => (
        <MetricCard key={metric} metric={metric} title={title} range="1h" nowMs={nowMs} />
      ))}
    </section>
  );
}
