import { z } from "zod";

const STATUSES = /^[1-5]\d\d(-[1-5]\d\d)?$/;

/**
 * How a pool's targets are looked after. `path` and `expected_statuses`, each a status or a range such as 200-399, are
 * for `http` alone.
 */
export const LoadBalancerHealthCheck = z
  .strictObject({
    type: z.enum(["tcp", "http"]).default("tcp"),
    path: z
      .string()
      .max(512)
      .regex(/^\/[\x21-\x7e]*$/, "must be a path such as /healthz")
      .default("/"),
    expected_statuses: z
      .array(z.string().regex(STATUSES, "must be a status such as 200, or a range such as 200-399"))
      .min(1)
      .max(20)
      .default(["200-399"]),
    interval_seconds: z.int().min(5).max(300).default(10),
    timeout_seconds: z.int().min(1).max(60).default(5),
    healthy_threshold: z.int().min(1).max(10).default(2),
    unhealthy_threshold: z.int().min(1).max(10).default(3),
  })
  .refine(({ timeout_seconds, interval_seconds }) => timeout_seconds <= interval_seconds, {
    path: ["timeout_seconds"],
    message: "must not be longer than interval_seconds",
  })
  .meta({ id: "LoadBalancerHealthCheck" });
export type LoadBalancerHealthCheck = z.infer<typeof LoadBalancerHealthCheck>;
