import { z } from "zod";
import { Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { family, loadBalancerId, path } from "./balancing-fields.ts";
import { TARGET_HEALTH_STATUSES } from "./states.ts";

export const TargetHealthStatus = z.enum(TARGET_HEALTH_STATUSES);
export type TargetHealthStatus = z.infer<typeof TargetHealthStatus>;

const TargetHealth = z
  .strictObject({
    target_id: z.string(),
    vm_id: z.string().nullable(),
    ip: z.string().nullable(),
    port: z.int(),
    status: TargetHealthStatus,
    /** Why it is not online, in a sentence. */
    reason: z.string().nullable(),
    checked_at: Timestamp.nullable(),
  })
  .meta({ id: "LoadBalancerTargetHealth" });

export const LoadBalancerHealth = z
  .strictObject({
    load_balancer_id: z.string(),
    pools: z.array(z.strictObject({ pool_id: z.string(), name: z.string(), targets: z.array(TargetHealth) })),
  })
  .meta({ id: "LoadBalancerHealth" });
export type LoadBalancerHealth = z.infer<typeof LoadBalancerHealth>;

export const loadBalancerHealth = defineOperation({
  id: "loadBalancer.health",
  resource: "load_balancer",
  family,
  method: "GET",
  path: `${path}/{load_balancer_id}/health`,
  scope: "load-balancer.read",
  summary: "See which targets of a load balancer work, and why others do not",
  params: loadBalancerId,
  output: LoadBalancerHealth,
  errors: ["not_found"],
});
