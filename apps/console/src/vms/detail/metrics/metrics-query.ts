import type { VmMetric } from "@fulmar/contract";
import { type Range, rangeInput } from "../../../charts/range.ts";

export function metricInput(workspaceId: string, vmId: string, metric: VmMetric, range: Range, nowMs: number) {
  return { workspace_id: workspaceId, vm_id: vmId, metric, ...rangeInput(range, nowMs) };
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
