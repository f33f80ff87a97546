import type { OperatorSite, OperatorSiteDetails } from "@fulmar/contract";
import { type TimeChart, timeGrid } from "../../charts/time-chart.ts";

/** What a site sells of itself. */
export type Sold = "cpus" | "ram_mb" | "disk_gb";

/** Why a site's size is not shown, in words. Null for a site with a known one. */
export function withoutLimit(
  { capacity, server }: Pick<OperatorSite, "capacity" | "server">,
  sold: Sold,
): string | null {
  if (capacity === null) return server === null ? "no limit" : "not reported yet";
  return capacity[sold] === null ? "no limit" : null;
}

/** What was sold of a site over time, and what there was in all where it has a limit. */
export function capacityChart(
  { history }: Pick<OperatorSiteDetails, "history">,
  sold: Sold,
  format: (value: number) => string,
): TimeChart {
  const { points, series } = timeGrid(history, history.points, [
    ["Sold", (point) => point[sold].sold],
    ["In all", (point) => point[sold].has],
  ]);
  const isKnown = ({ values }: (typeof series)[number]) => values.some((value) => value !== null);
  return { format: (value) => format(Math.round(value)), points, series: series.filter(isKnown) };
}
