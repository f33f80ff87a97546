import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import {
  DeletionProtection,
  Name,
  NewDeletionProtection,
  pageQuery,
  ResourceId,
  SetDeletionProtection,
  searchQuery,
  severalOf,
  siteQuery,
  sortedBy,
  Tags,
  Timestamp,
  tagQuery,
} from "../values/fields.ts";
import { SITE_SORTS } from "../values/limits.ts";
import { family, LoadBalancerDeletion, loadBalancerId, Port, path } from "./balancing-fields.ts";
import { LoadBalancerConfiguration } from "./configuration.ts";
import { LOAD_BALANCER_STATUSES, TARGET_HEALTH_STATUSES } from "./states.ts";

/**
 * `provisioning` until the load balancer first works, `updating` while a change is being applied, `error` after a
 * change failed: the previous configuration stays in force and the change is retried. A deleted load balancer is gone
 * at once.
 */
export const LoadBalancerStatus = z.enum(LOAD_BALANCER_STATUSES);
export type LoadBalancerStatus = z.infer<typeof LoadBalancerStatus>;

export const LoadBalancer = z
  .strictObject({
    load_balancer_id: z.string(),
    name: z.string(),
    site_id: z.string(),
    status: LoadBalancerStatus,
    /** Why the last change failed. It is retried. */
    error_message: z.string().nullable(),
    /** Whether there are changes that the load balancer has not applied yet. */
    pending_changes: z.boolean(),
    public_ip: z.string().nullable(),
    public_ip_id: z.string().nullable(),
    vpc_id: z.string().nullable(),
    subnet_id: z.string().nullable(),
    tags: z.array(z.string()),
    listener_count: z.int(),
    pool_count: z.int(),
    deletion_protection: DeletionProtection,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "LoadBalancer" });
export type LoadBalancer = z.infer<typeof LoadBalancer>;

export const CreateLoadBalancer = z
  .strictObject({
    name: Name,
    site_id: ResourceId,
    /**
     * With `subnet_id`: the network of the targets. Only then a target may be an address, which must lie in the VPC.
     */
    vpc_id: ResourceId.nullable().default(null),
    subnet_id: ResourceId.nullable().default(null),
    /**
     * Without one, the platform assigns an address. It is included in the price and released with the load balancer.
     */
    reserved_ip_id: ResourceId.nullable().default(null),
    tags: Tags.default([]),
    configuration: LoadBalancerConfiguration.prefault({}),
    deletion_protection: NewDeletionProtection,
  })
  .refine(
    ({ vpc_id, subnet_id }) => (vpc_id === null) === (subnet_id === null),
    "needs vpc_id and subnet_id together, or neither",
  )
  .meta({
    id: "CreateLoadBalancer",
    examples: [
      {
        name: "front",
        site_id: "site-ams-1",
        configuration: {
          pools: [{ name: "web", protocol: "http", targets: [{ vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z", port: 80 }] }],
          listeners: [{ name: "http", protocol: "http", port: 80, default_pool: "web" }],
        },
      },
    ],
  });
export type CreateLoadBalancer = z.infer<typeof CreateLoadBalancer>;

const loadBalancerList = defineOperation({
  id: "loadBalancer.list",
  resource: "load_balancer",
  family,
  method: "GET",
  path,
  scope: "load-balancer.read",
  summary: "List load balancers",
  query: {
    ...pageQuery(),
    ...searchQuery,
    ...sortedBy(SITE_SORTS),
    status: severalOf(LoadBalancerStatus),
    name: z.string().max(63).optional(),
    ...tagQuery,
    ...siteQuery,
  },
  output: z.array(LoadBalancer),
  list: true,
});

const loadBalancerCreate = defineOperation({
  id: "loadBalancer.create",
  resource: "load_balancer",
  family,
  method: "POST",
  path,
  scope: "load-balancer.write",
  references: [
    { field: "configuration.listeners[].certificate", scope: "secret-store.read" },
    { field: "configuration.listeners[].additional_certificates[]", scope: "secret-store.read" },
    { field: "configuration.pools[].targets[].vm_id", scope: "vm.read" },
    { field: "configuration.pools[].target_tag", scope: "vm.read" },
  ],
  summary: "Create a load balancer",
  description:
    "The request may contain the whole configuration. The load balancer is `provisioning` until it works, seconds later.",
  body: CreateLoadBalancer,
  output: LoadBalancer,
  success: 201,
  billable: true,
  errors: ["not_found", "conflict", "billing_denied"],
});

const loadBalancerGet = defineOperation({
  id: "loadBalancer.get",
  resource: "load_balancer",
  family,
  method: "GET",
  path: `${path}/{load_balancer_id}`,
  scope: "load-balancer.read",
  summary: "Get a load balancer",
  params: loadBalancerId,
  output: LoadBalancer,
  errors: ["not_found"],
});

const loadBalancerUpdate = defineOperation({
  id: "loadBalancer.update",
  resource: "load_balancer",
  family,
  method: "PATCH",
  path: `${path}/{load_balancer_id}`,
  scope: "load-balancer.write",
  summary: "Rename, tag or protect a load balancer",
  params: loadBalancerId,
  body: z
    .strictObject({ name: Name.optional(), tags: Tags.optional(), deletion_protection: SetDeletionProtection })
    .meta({ id: "UpdateLoadBalancer", examples: [{ name: "front", tags: ["production"] }] }),
  output: LoadBalancer,
  errors: ["not_found", "conflict"],
});

const loadBalancerDelete = defineOperation({
  id: "loadBalancer.delete",
  resource: "load_balancer",
  family,
  method: "DELETE",
  path: `${path}/{load_balancer_id}`,
  scope: "load-balancer.write",
  summary: "Delete a load balancer and its configuration",
  description: "A reserved IP stays with the workspace.",
  params: loadBalancerId,
  output: LoadBalancerDeletion,
  errors: ["not_found", "conflict"],
});

export const TargetHealthStatus = z.enum(TARGET_HEALTH_STATUSES);
export type TargetHealthStatus = z.infer<typeof TargetHealthStatus>;

const TargetHealth = z
  .strictObject({
    target_id: z.string(),
    vm_id: z.string().nullable(),
    ip: z.string().nullable(),
    port: z.int(),
    status: TargetHealthStatus,
    /** Why it is not online, as a sentence. */
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
  summary: "Get the health of a load balancer's targets, with the reasons of failures",
  params: loadBalancerId,
  output: LoadBalancerHealth,
  errors: ["not_found"],
});

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

/** Where the request would go. All fields are null if nothing would answer it. */
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
  summary: "Get where a load balancer would send a request",
  description:
    "Evaluates the wanted configuration without sending anything, so that rules can be tried before " +
    "visitors reach them.",
  params: loadBalancerId,
  body: RouteRequest,
  output: LoadBalancerRoute,
  safe: true,
  errors: ["not_found"],
});

export const loadBalancerOperations = [
  loadBalancerList,
  loadBalancerCreate,
  loadBalancerGet,
  loadBalancerUpdate,
  loadBalancerDelete,
] as const;
