"use client";

import type { Range } from "@/charts/range.ts";
import { useMinute } from "@/charts/use-minute.ts";
import { useVm } from "../vm-place.tsx";
import { BandwidthCard } from "./bandwidth-card.tsx";
import { GpuCards } from "./gpu-cards.tsx";
import { MetricCard } from "./metric-card.tsx";

const CARDS = [
  ["cpu", "CPU"],
  ["memory", "Memory"],
  ["disk", "Disk"],
  ["network", "Network"],
] as const;

/** One chart per metric, also of GPUs, and the traffic of the last months. */
export function MetricCards({ range }: { range: Range }) {
  const nowMs = useMinute();
  const { kind } = useVm();
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {CARDS.map(([metric, title]) => (
        <MetricCard key={metric} metric={metric} title={title} range={range} nowMs={nowMs} />
      ))}
      {kind === "gpu" && <GpuCards range={range} nowMs={nowMs} />}
      <BandwidthCard nowMs={nowMs} />
    </div>
  );
}
