import type { VmMetric } from "@fulmar/contract";

/** The ranges of the charts. `step` is the length of a point, in seconds. The first range is the service's default. */
export const RANGES = {
  "1h": { title: "1 hour", seconds: 3_600, step: 60 },
  "24h": { title: "24 hours", seconds: 86_400, step: 300 },
  "7d": { title: "7 days", seconds: 604_800, step: 1_800 },
  "30d": { title: "30 days", seconds: 2_592_000, step: 7_200 },
} as const;
export type Range = keyof typeof RANGES;

export const METRICS = { filters: { range: ["1h", "24h", "7d", "30d"] }, sorts: [] } as const;

/** @param nowMs only matters for ranges longer than the last hour, which the service counts from its own clock */
export function metricInput(workspaceId: string, vmId: string, metric: VmMetric, range: Range, nowMs: number) {
  const input = { workspace_id: workspaceId, vm_id: vmId, metric };
  if (range === "1h") return input;
  const { seconds, step } = RANGES[range];
  const end = Math.floor(nowMs / 1000 / step) * step;
  return { ...input, from: new Date((end - seconds) * 1000).toISOString(), step };
}

const MONTHS_SHOWN = 6;

/** The calendar months (UTC) of the traffic, oldest first: "2026-06" to "2026-11". */
export function monthsUntil(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS_SHOWN - 1 - index), 1))
      .toISOString()
      .slice(0, 7),
  );
}
