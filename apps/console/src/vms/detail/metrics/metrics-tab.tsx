"use client";

import { CreateAlertLink } from "@/alerts/create-alert-link.tsx";
import { RangeChoice } from "@/charts/range-choice.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useVm } from "../vm-place.tsx";

// Charts are rendered in the browser, in the user's time zone.
const MetricCards = onDemand(
  async () => (await import("./metric-cards.tsx")).MetricCards,
  <BlockSkeleton className="h-96" />,
);

/** The VM's metrics over time. */
export function MetricsTab() {
  const { kind, vm } = useVm();
  const metric = kind === "gpu" ? "gpu_utilisation_percent" : "vm_cpu_percent";
  return (
    <RangeChoice aside={<CreateAlertLink metric={metric} resourceId={vm.id} />}>
      {(range) => <MetricCards range={range} />}
    </RangeChoice>
  );
}
