import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, Tag } from "../values/fields.ts";
import { family, LoadBalancerDeletion, LoadBalancerProtocol, loadBalancerId, Port, path } from "./balancing-fields.ts";
import { MOST_TARGETS } from "./states.ts";
import { LoadBalancerTarget, TargetSettings } from "./target.ts";

const STATUSES = /^[1-5]\d\d(-[1-5]\d\d)?$/;

/**
 * The health check of a pool. `path` and `expected_statuses` are for `http` only. Each expected status is a code or a
 * range such as 200-399.
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

const Algorithm = z.enum(["round_robin", "least_connections", "source_ip"]);
const StickySessions = z.enum(["none", "source_ip", "cookie"]);
const ProxyProtocol = z.enum(["none", "v1", "v2"]);

const settings = {
  name: Name,
  /**
   * The targets' protocol. A pool of `http` or `https` serves listeners of either protocol. Cookies require one of the
   * two.
   */
  protocol: LoadBalancerProtocol,
  algorithm: Algorithm.default("round_robin"),
  sticky_sessions: StickySessions.default("none"),
  /**
   * The version of the PROXY protocol by which each connection, also of a health check, tells a target the visitor's
   * address (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt). Not for `udp`.
   */
  proxy_protocol: ProxyProtocol.default("none"),
  health_check: LoadBalancerHealthCheck.prefault({}),
  /**
   * Every running VM of the workspace with this tag, at the load balancer's site, is a target too, at `target_port`.
   * VMs come and go by themselves. A pool has room for 200 targets, listed ones first, then the oldest VMs.
   */
  target_tag: Tag.nullable().default(null),
  /** The port of the targets by tag. Given together with `target_tag`. */
  target_port: Port.nullable().default(null),
};

/**
 * A group of interchangeable targets. The balancing algorithm belongs to the pool and not to a listener, because two
 * listeners of one pool must count its connections together.
 */
export const LoadBalancerPool = z
  .strictObject({ pool_id: z.string(), ...settings, targets: z.array(LoadBalancerTarget) })
  .meta({ id: "LoadBalancerPool" });
export type LoadBalancerPool = z.infer<typeof LoadBalancerPool>;

/** The body that creates a pool with its targets. A whole configuration uses the same shape. */
export const PoolSettings = z
  .strictObject({ ...settings, targets: z.array(TargetSettings).max(MOST_TARGETS).default([]) })
  .meta({
    id: "LoadBalancerPoolSettings",
    examples: [
      {
        name: "web",
        protocol: "http",
        health_check: { type: "http", path: "/healthz" },
        targets: [{ vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z", port: 80 }],
      },
    ],
  });

const UpdatePool = z
  .strictObject({
    name: Name.optional(),
    protocol: LoadBalancerProtocol.optional(),
    algorithm: Algorithm.optional(),
    sticky_sessions: StickySessions.optional(),
    proxy_protocol: ProxyProtocol.optional(),
    health_check: LoadBalancerHealthCheck.optional(),
    target_tag: Tag.nullable().optional(),
    target_port: Port.nullable().optional(),
  })
  .meta({ id: "UpdateLoadBalancerPool", examples: [{ algorithm: "least_connections" }] });

const poolId = { ...loadBalancerId, pool_id: ResourceId };
const pools = `${path}/{load_balancer_id}/pools` as const;

const loadBalancerPoolList = defineOperation({
  id: "loadBalancerPool.list",
  resource: "load_balancer_pool",
  family,
  method: "GET",
  path: pools,
  scope: "load-balancer.read",
  summary: "List the pools of a load balancer",
  params: loadBalancerId,
  query: pageQuery(),
  output: z.array(LoadBalancerPool),
  list: true,
  errors: ["not_found"],
});

export const loadBalancerPoolCreate = defineOperation({
  id: "loadBalancerPool.create",
  resource: "load_balancer_pool",
  family,
  method: "POST",
  path: pools,
  scope: "load-balancer.write",
  references: [
    { field: "targets[].vm_id", scope: "vm.read" },
    { field: "target_tag", scope: "vm.read" },
  ],
  summary: "Add a pool to a load balancer",
  params: loadBalancerId,
  body: PoolSettings,
  output: LoadBalancerPool,
  success: 201,
  errors: ["not_found", "conflict"],
});

const loadBalancerPoolGet = defineOperation({
  id: "loadBalancerPool.get",
  resource: "load_balancer_pool",
  family,
  method: "GET",
  path: `${pools}/{pool_id}`,
  scope: "load-balancer.read",
  summary: "Get a pool of a load balancer",
  params: poolId,
  output: LoadBalancerPool,
  errors: ["not_found"],
});

const loadBalancerPoolUpdate = defineOperation({
  id: "loadBalancerPool.update",
  resource: "load_balancer_pool",
  family,
  method: "PATCH",
  path: `${pools}/{pool_id}`,
  scope: "load-balancer.write",
  references: [{ field: "target_tag", scope: "vm.read" }],
  summary: "Change a pool; its targets have their own paths",
  description: "A health check is replaced as a whole.",
  params: poolId,
  body: UpdatePool,
  output: LoadBalancerPool,
  errors: ["not_found", "conflict"],
});

const loadBalancerPoolDelete = defineOperation({
  id: "loadBalancerPool.delete",
  resource: "load_balancer_pool",
  family,
  method: "DELETE",
  path: `${pools}/{pool_id}`,
  scope: "load-balancer.write",
  summary: "Delete a pool that no listener uses",
  params: poolId,
  output: LoadBalancerDeletion,
  errors: ["not_found", "conflict"],
});

export const poolOperations = [
  loadBalancerPoolList,
  loadBalancerPoolCreate,
  loadBalancerPoolGet,
  loadBalancerPoolUpdate,
  loadBalancerPoolDelete,
] as const;
