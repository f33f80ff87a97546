"use client";

import { RangeChoice } from "@/charts/range-choice.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";

// Charts are rendered in the browser, in the user's time zone.
const VolumeCharts = onDemand(
  async () => (await import("./volume-charts.tsx")).VolumeCharts,
  <BlockSkeleton className="h-96" />,
);

/** What a volume read and wrote over time, and how full it is. */
export function VolumeMetricsPage() {
  return <RangeChoice>{(range) => <VolumeCharts range={range} />}</RangeChoice>;
}
