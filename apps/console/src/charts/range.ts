/** The ranges of the charts. `step` is the length of a point, in seconds. The first range is the service's default. */
export const RANGES = {
  "1h": { title: "1 hour", seconds: 3_600, step: 60 },
  "24h": { title: "24 hours", seconds: 86_400, step: 300 },
  "7d": { title: "7 days", seconds: 604_800, step: 1_800 },
  "30d": { title: "30 days", seconds: 2_592_000, step: 7_200 },
} as const;
export type Range = keyof typeof RANGES;

/** The range in the address of a page with charts. */
export const RANGE_LIST = { filters: { range: ["1h", "24h", "7d", "30d"] }, sorts: [] } as const;

/**
 * The time range of a question, empty for the service's default.
 * @param nowMs only matters for ranges longer than the last hour, which the service counts from its own clock
 */
export function rangeInput(range: Range, nowMs: number): { readonly from?: string; readonly step?: number } {
  if (range === "1h") return {};
  const { seconds, step } = RANGES[range];
  const end = Math.floor(nowMs / 1000 / step) * step;
  return { from: new Date((end - seconds) * 1000).toISOString(), step };
}
