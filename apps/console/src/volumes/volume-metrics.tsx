"use client";

import { CreateAlertLink } from "@/alerts/create-alert-link.tsx";
import { RangeChoice } from "@/charts/range-choice.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useVolume } from "./volume-frame.tsx";

// Charts are rendered in the browser, in the user's time zone.
const VolumeCharts = onDemand(
  async () => (await import("./volume-charts.tsx")).VolumeCharts,
  <BlockSkeleton className="h-96" />,
);

/** A volume's reads, writes and fill level over time. */
export function VolumeMetricsPage() {
  const { volume_id } = useVolume();
  return (
    <RangeChoice aside={<CreateAlertLink metric="volume_used_percent" resourceId={volume_id} />}>
      {(range) => <VolumeCharts range={range} />}
    </RangeChoice>
  );
}
