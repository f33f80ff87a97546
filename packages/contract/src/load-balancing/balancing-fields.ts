import { z } from "zod";
import { ResourceId } from "../values/fields.ts";
import { LOAD_BALANCER_PROTOCOLS } from "./states.ts";

export const LoadBalancerProtocol = z.enum(LOAD_BALANCER_PROTOCOLS);
export type LoadBalancerProtocol = z.infer<typeof LoadBalancerProtocol>;

export const Port = z.int().min(1).max(65_535);

/** The answer to the deletion of a load balancer or one of its parts. */
export const LoadBalancerDeletion = z
  .strictObject({ status: z.literal("deleted"), id: z.string() })
  .meta({ id: "LoadBalancerDeletion" });

export const family = "Load balancing";
export const path = "/load-balancers";
export const loadBalancerId = { load_balancer_id: ResourceId };
