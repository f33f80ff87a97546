import { z } from "zod";
import { ResourceId } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { family, loadBalancerId, Port, path } from "./balancing-fields.ts";

const RouteRequest = z
  .strictObject({
    transport: z.enum(["tcp", "udp"]).default("tcp"),
    port: Port,
    /** As in the Host header. */
    host: z.string().max(260).default(""),
    path: z.string().max(2048).default("/"),
    headers: z.record(z.string().max(128), z.string().max(1024)).default({}),
  })
  .meta({
    id: "LoadBalancerRouteRequest",
    examples: [{ port: 80, host: "www.example.com", path: "/cart", headers: { "x-beta": "yes" } }],
  });

/** Where the request would go; all null where nothing would answer it. */
const LoadBalancerRoute = z
  .strictObject({
    pool_id: ResourceId.nullable(),
    redirect: z.strictObject({ location: z.string(), status: z.int() }).nullable(),
  })
  .meta({ id: "LoadBalancerRoute" });

export const loadBalancerRoute = defineOperation({
  id: "loadBalancer.route",
  resource: "load_balancer",
  family,
  method: "POST",
  path: `${path}/{load_balancer_id}/route`,
  scope: "load-balancer.read",
  summary: "Ask where a request would go",
  description:
    "By the configuration as it is wanted; nothing is sent. Rules can be tried with it before visitors meet them.",
  params: loadBalancerId,
  body: RouteRequest,
  output: LoadBalancerRoute,
  safe: true,
  errors: ["not_found"],
});
