"use client";

import type { GpuMetrics } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { degrees, PERCENT } from "@/charts/chart-series.ts";
import { type Range, rangeInput } from "@/charts/range.ts";
import { type TimeChart, timeGrid } from "@/charts/time-chart.ts";
import { TimeChartCard } from "@/charts/time-chart-card.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { useVm } from "../vm-place.tsx";

const MINUTE_MS = 60_000;

type Gpu = GpuMetrics["points"][number]["gpus"][number];

const CARDS: readonly (readonly [title: string, key: keyof Gpu, look: Pick<TimeChart, "format" | "max">])[] = [
  ["GPU utilisation", "utilisation_percent", PERCENT],
  ["GPU memory", "memory_percent", PERCENT],
  ["GPU temperature", "temperature_celsius", { format: degrees }],
];

/** Utilisation, memory and temperature of the VM's GPUs, with a line for each GPU. */
export function GpuCards({ range, nowMs }: { range: Range; nowMs: number }) {
  const { target } = useVm();
  const query = useQuery({
    ...useTRPC().gpuMetrics.gpus.queryOptions({ ...target, ...rangeInput(range, nowMs) }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  return CARDS.map(([title, key, look]) => (
    <TimeChartCard
      key={key}
      title={title}
      query={query}
      wide={key === "temperature_celsius"}
      chartOf={(metrics) => ({ ...look, ...gpuLines(metrics, key) })}
      empty={
        "Nothing was measured in this period. A VM is measured once a minute while it runs; not every site " +
        "measures GPUs."
      }
    />
  ));
}

/** A line for each GPU; the only GPU of a VM needs no number. */
function gpuLines(metrics: GpuMetrics, key: keyof Gpu) {
  const count = Math.max(0, ...metrics.points.map(({ gpus }) => gpus.length));
  return timeGrid(
    metrics,
    metrics.points,
    Array.from({ length: count }, (_, index) => [
      count === 1 ? "GPU" : `GPU ${index + 1}`,
      ({ gpus }: GpuMetrics["points"][number]) => gpus[index]?.[key] ?? null,
    ]),
  );
}
