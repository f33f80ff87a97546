import type { VmMetric, VmMetrics, VmType } from "@fulmar/contract";
import { vmNoun } from "../compute/index.ts";
import { metricRange } from "../query/metric-range.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { metricPoints } from "./vm-metric-points.ts";

interface Asked {
  readonly vm_id: string;
  readonly metric: VmMetric;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly step?: number | undefined;
}

/** Returns a metric of a VM over time. @throws DomainError 400, 404 */
export async function getMetrics(
  context: RequestContext,
  type: VmType,
  { vm_id, metric, ...asked }: Asked,
): Promise<VmMetrics> {
  const range = metricRange(asked, new Date());
  const rows = await metricPoints(context.sql, { workspaceId: context.workspace.id, vmId: vm_id, type }, metric, range);
  if (rows === undefined) throw notFound(vmNoun(type));
  const head = { vm_id, from: toTimestamp(range.from), to: toTimestamp(range.to), step_seconds: range.stepSeconds };
  const points = rows.map((row) => ({ ...row, at: toTimestamp(row.at) }));
  switch (metric) {
    case "cpu":
      return { ...head, metric, points: points.map(({ at, first }) => ({ at, cpu_percent: first })) };
    case "memory":
      return { ...head, metric, points: points.map(({ at, first }) => ({ at, memory_percent: first })) };
    case "disk":
      return {
        ...head,
        metric,
        points: points.map(({ at, first, second }) => ({
          at,
          read_bytes_per_second: first,
          write_bytes_per_second: second,
        })),
      };
    case "network":
      return {
        ...head,
        metric,
        points: points.map(({ at, first, second }) => ({
          at,
          rx_bytes_per_second: first,
          tx_bytes_per_second: second,
        })),
      };
  }
}
