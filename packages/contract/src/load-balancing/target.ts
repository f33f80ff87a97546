import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { isPrivateNetwork, parseIpv4 } from "../networking/ipv4.ts";
import { pageQuery, ResourceId } from "../values/fields.ts";
import { family, LoadBalancerDeletion, loadBalancerId, Port, path } from "./balancing-fields.ts";

/**
 * Private ranges only, in the balancer's VPC. Loopback and link-local addresses, where metadata services are, are
 * refused.
 */
const TargetIp = z
  .string()
  .refine(isPrivateAddress, "must be an IPv4 address of a private range: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16")
  .meta({ format: "ipv4" });

function isPrivateAddress(text: string): boolean {
  const first = parseIpv4(text);
  return first !== undefined && isPrivateNetwork({ first, prefixLength: 32 });
}

const settings = {
  port: Port,
  /** Its share of new connections relative to the other targets. With 0 it gets none. */
  weight: z.int().min(0).max(256).default(1),
  /** A disabled target gets no new connections. Existing connections continue until they end. */
  enabled: z.boolean().default(true),
};

/** A target of a pool: a VM of the workspace, at its private address, or an address in the VPC of the load balancer. */
export const LoadBalancerTarget = z
  .strictObject({
    target_id: z.string(),
    vm_id: z.string().nullable(),
    ip: z.string().nullable(),
    ...settings,
    /** Whether it is a target because its VM has the pool's `target_tag`. Such a target comes and goes with its VM. */
    by_tag: z.boolean(),
  })
  .meta({ id: "LoadBalancerTarget" });
export type LoadBalancerTarget = z.infer<typeof LoadBalancerTarget>;

/** The settings of a target. Targets have no name. */
export const TargetSettings = z
  .strictObject({ vm_id: ResourceId.nullable().default(null), ip: TargetIp.nullable().default(null), ...settings })
  .refine(({ vm_id, ip }) => (vm_id === null) !== (ip === null), "needs exactly one of vm_id and ip")
  .meta({
    id: "LoadBalancerTargetSettings",
    examples: [{ vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z", port: 80, weight: 1 }],
  });

const UpdateTarget = z
  .strictObject({ port: Port.optional(), weight: z.int().min(0).max(256).optional(), enabled: z.boolean().optional() })
  .meta({ id: "UpdateLoadBalancerTarget", examples: [{ enabled: false }] });

const inPool = { ...loadBalancerId, pool_id: ResourceId };
const targetId = { ...inPool, target_id: ResourceId };
const targets = `${path}/{load_balancer_id}/pools/{pool_id}/targets` as const;

const loadBalancerTargetList = defineOperation({
  id: "loadBalancerTarget.list",
  resource: "load_balancer_target",
  family,
  method: "GET",
  path: targets,
  scope: "load-balancer.read",
  summary: "List the targets of a pool",
  params: inPool,
  query: pageQuery(),
  output: z.array(LoadBalancerTarget),
  list: true,
  errors: ["not_found"],
});

export const loadBalancerTargetCreate = defineOperation({
  id: "loadBalancerTarget.create",
  resource: "load_balancer_target",
  family,
  method: "POST",
  path: targets,
  scope: "load-balancer.write",
  references: [{ field: "vm_id", scope: "vm.read" }],
  summary: "Add a target to a pool",
  params: inPool,
  body: TargetSettings,
  output: LoadBalancerTarget,
  success: 201,
  errors: ["not_found", "conflict"],
});

const loadBalancerTargetGet = defineOperation({
  id: "loadBalancerTarget.get",
  resource: "load_balancer_target",
  family,
  method: "GET",
  path: `${targets}/{target_id}`,
  scope: "load-balancer.read",
  summary: "Get a target of a pool",
  params: targetId,
  output: LoadBalancerTarget,
  errors: ["not_found"],
});

const loadBalancerTargetUpdate = defineOperation({
  id: "loadBalancerTarget.update",
  resource: "load_balancer_target",
  family,
  method: "PATCH",
  path: `${targets}/{target_id}`,
  scope: "load-balancer.write",
  summary: "Change a target's port or weight, or drain it",
  description: "A target by tag cannot be changed: 409 `target_by_tag`. List its VM as a target of its own instead.",
  params: targetId,
  body: UpdateTarget,
  output: LoadBalancerTarget,
  errors: ["not_found", "conflict"],
});

const loadBalancerTargetDelete = defineOperation({
  id: "loadBalancerTarget.delete",
  resource: "load_balancer_target",
  family,
  method: "DELETE",
  path: `${targets}/{target_id}`,
  scope: "load-balancer.write",
  summary: "Remove a target from a pool",
  description: "A target by tag cannot be removed: 409 `target_by_tag`. Take the tag from its VM.",
  params: targetId,
  output: LoadBalancerDeletion,
  errors: ["not_found", "conflict"],
});

export const targetOperations = [
  loadBalancerTargetList,
  loadBalancerTargetCreate,
  loadBalancerTargetGet,
  loadBalancerTargetUpdate,
  loadBalancerTargetDelete,
] as const;
