import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { METRIC_RANGE, metricRangeQuery } from "../metrics/range-query.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { family, loadBalancerId, path } from "./balancing-fields.ts";

const count = z.int().min(0);

/**
 * What a load balancer, a listener or a target did over time: whole minutes, `to` excluded. A point counts the
 * `step_seconds` from its `at`. There are no points without traffic.
 */
export const LoadBalancerMetrics = z
  .strictObject({
    load_balancer_id: z.string(),
    from: Timestamp,
    to: Timestamp,
    step_seconds: z.int(),
    points: z.array(
      z.strictObject({
        at: Timestamp,
        /** HTTP requests, or connections by TCP. */
        requests: count,
        /** From clients. */
        bytes_received: count,
        /** To clients. */
        bytes_sent: count,
        status_2xx: count,
        status_3xx: count,
        status_4xx: count,
        status_5xx: count,
        /** Requests that are not HTTP, and connections to targets and answers of targets that failed. */
        errors: count,
        /** The mean time until targets answered, in milliseconds. Null for listeners, for TCP, and without requests. */
        response_ms: z.number().min(0).nullable(),
      }),
    ),
  })
  .meta({ id: "LoadBalancerMetrics" });
export type LoadBalancerMetrics = z.infer<typeof LoadBalancerMetrics>;

export const loadBalancerMetrics = defineOperation({
  id: "loadBalancer.metrics",
  resource: "load_balancer",
  family,
  method: "GET",
  path: `${path}/{load_balancer_id}/metrics`,
  scope: "load-balancer.read",
  summary: "Get the requests, traffic, errors and response times of a load balancer over time",
  description:
    "Edges with HAProxy count by the minute, and counts are kept for 30 days. UDP is not counted. " +
    `\`listener_id\` or \`target_id\` selects one of them. ${METRIC_RANGE}`,
  params: loadBalancerId,
  query: { listener_id: ResourceId.optional(), target_id: ResourceId.optional(), ...metricRangeQuery },
  output: LoadBalancerMetrics,
  errors: ["not_found"],
});
