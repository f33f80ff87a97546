"use client";

import { RangeChoice } from "@/charts/range-choice.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";

// Charts are rendered in the browser, in the user's time zone.
const MetricCards = onDemand(
  async () => (await import("./metric-cards.tsx")).MetricCards,
  <BlockSkeleton className="h-96" />,
);

/** The VM's metrics over time. */
export function MetricsTab() {
  return <RangeChoice>{(range) => <MetricCards range={range} />}</RangeChoice>;
}
