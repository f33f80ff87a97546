import { METRIC_LIMITS } from "@fulmar/contract";
import { invalidField } from "../request/domain-error.ts";

/** A range of whole minutes, without `to`, and the length of a step. */
export interface MetricRange {
  readonly from: Date;
  readonly to: Date;
  readonly stepSeconds: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Returns the requested range with defaults: the last hour, or the hour before `to`, in at most 300 points.
 * @throws DomainError 400 that names the invalid field
 */
export function metricRange(
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
      `gives ${points} points, more than the maximum of ${METRIC_LIMITS.mostPoints}; ` +
        `use ${Math.ceil((to - from) / 1000 / METRIC_LIMITS.mostPoints)} at least`,
    );
  }
  return { from: new Date(from), to: new Date(to), stepSeconds };
}

/** SQL: a sum that is at most JavaScript's largest whole number, so that no answer has a larger one. */
export const counted = (sum: string) => `least(${sum}, ${Number.MAX_SAFE_INTEGER})`;
