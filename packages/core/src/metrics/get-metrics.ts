import { METRIC_LIMITS, type VmMetric, type VmMetrics, type VmType } from "@fulmar/contract";
import { vmNoun } from "../compute/index.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { RequestContext } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { type MetricRange, metricPoints } from "./metric-points.ts";

interface Asked {
  readonly vm_id: string;
  readonly metric: VmMetric;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly step?: number | undefined;
}

/** Returns a metric of a VM over time (design: Endpoints). @throws DomainError 400, 404 */
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

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Returns the requested range with defaults: the last hour, or the hour before `to`, in at most 300 points.
 * @throws DomainError 400 that names the invalid field
 */
function metricRange(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: number | undefined },
  now: Date,
): MetricRange {
  const toMs = asked.to === undefined ? now.getTime() : Date.parse(asked.to);
  const fromMs = asked.from === undefined ? toMs - HOUR_MS : Date.parse(asked.from);
  if (fromMs > now.getTime()) throw invalidField("from", "must not be in the future");
  if (fromMs >= toMs) throw invalidField("from", "must be before to");
  if (toMs - fromMs > METRIC_LIMITS.longestRangeDays * DAY_MS)
    throw invalidField("from", `must be at most ${METRIC_LIMITS.longestRangeDays} days before to`);
  const from = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
  const to = Math.ceil(toMs / MINUTE_MS) * MINUTE_MS;
  const stepSeconds = asked.step ?? 60 * Math.ceil((to - from) / MINUTE_MS / METRIC_LIMITS.pointsByDefault);
  const points = Math.ceil((to - from) / 1000 / stepSeconds);
  if (points > METRIC_LIMITS.mostPoints) {
    throw invalidField(
      "step",
      `gives ${points} points, more than the maximum of ${METRIC_LIMITS.mostPoints}; use ${Math.ceil((to - from) / 1000 / METRIC_LIMITS.mostPoints)} at least`,
    );
  }
  return { from: new Date(from), to: new Date(to), stepSeconds };
}
