import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { METRIC_RANGE, metricRangeQuery } from "../metrics/range-query.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";

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
  description: `Edges count by the minute, and counts are kept for 30 days. ${METRIC_RANGE}`,
  params: { distribution_id: ResourceId },
  query: metricRangeQuery,
  output: CdnMetrics,
  errors: ["not_found"],
});

export const cdnMetricsOperations = [cdnMetricsGet] as const;
