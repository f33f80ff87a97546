import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { METRIC_LIMITS } from "../metrics/limits.ts";
import { Moment, ResourceId, Timestamp } from "../values/fields.ts";

const count = z.int().min(0);

/**
 * What visitors asked of a distribution over time: whole minutes, `to` excluded. A point counts the `step_seconds` from
 * its `at`. There are no points without requests.
 */
export const CdnMetrics = z
  .strictObject({
    distribution_id: z.string(),
    from: Timestamp,
    to: Timestamp,
    step_seconds: z.int(),
    points: z.array(
      z.strictObject({
        at: Timestamp,
        requests: count,
        /** Requests that a cache answered. */
        cache_hits: count,
        /** With headers. */
        bytes_sent: count,
        status_2xx: count,
        status_3xx: count,
        status_4xx: count,
        status_5xx: count,
      }),
    ),
  })
  .meta({ id: "CdnMetrics" });
export type CdnMetrics = z.infer<typeof CdnMetrics>;

const cdnMetricsGet = defineOperation({
  id: "cdnMetrics.get",
  resource: "cdn_distribution",
  family: "CDN",
  method: "GET",
  path: "/cdn/distributions/{distribution_id}/metrics",
  scope: "cdn.read",
  summary: "Get the requests and the traffic of a CDN distribution over time",
  description:
    "Edges count by the minute, and counts are kept for 30 days. Without `from` and `to`, the range is the last hour; " +
    "without `step` (seconds), the step is the fewest whole minutes that give at most 300 points. A range is at most 31 days and 1,500 points.",
  params: { distribution_id: ResourceId },
  query: {
    from: Moment.optional(),
    to: Moment.optional(),
    step: z.int().min(METRIC_LIMITS.shortestStepSeconds).max(86_400).optional(),
  },
  output: CdnMetrics,
  errors: ["not_found"],
});

export const cdnMetricsOperations = [cdnMetricsGet] as const;
