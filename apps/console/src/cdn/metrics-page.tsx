"use client";

import { CreateAlertLink } from "@/alerts/create-alert-link.tsx";
import { RangeChoice } from "@/charts/range-choice.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";

// Charts are rendered in the browser, in the user's time zone.
const DistributionCharts = onDemand(
  async () => (await import("./distribution-charts.tsx")).DistributionCharts,
  <BlockSkeleton className="h-96" />,
);

/** A distribution's traffic over time. */
export function DistributionMetricsPage({ distributionId }: { distributionId: string }) {
  return (
    <RangeChoice aside={<CreateAlertLink metric="cdn_5xx_percent" resourceId={distributionId} />}>
      {(range) => <DistributionCharts range={range} />}
    </RangeChoice>
  );
}
