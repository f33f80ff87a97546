import { z } from "zod";
import { VmStatus } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Description, Name, pageQuery, ResourceId, searchQuery, Timestamp } from "../values/fields.ts";
import { NetworkDeletion } from "./network-fields.ts";
import { FIREWALL_ACTIONS, FIREWALL_DIRECTIONS, FIREWALL_PROTOCOLS } from "./states.ts";

export const FirewallDirection = z.enum(FIREWALL_DIRECTIONS);
export type FirewallDirection = z.infer<typeof FirewallDirection>;
export const FirewallProtocol = z.enum(FIREWALL_PROTOCOLS);
export type FirewallProtocol = z.infer<typeof FirewallProtocol>;
export const FirewallAction = z.enum(FIREWALL_ACTIONS);
export type FirewallAction = z.infer<typeof FirewallAction>;

/** FirewallRule of the public API */
export const FirewallRule = z
  .strictObject({
    rule_id: z.string(),
    direction: FirewallDirection,
    protocol: FirewallProtocol,
    action: FirewallAction,
    description: z.string().nullable(),
    port_start: z.int().nullable(),
    port_end: z.int().nullable(),
    icmp_type: z.int().nullable(),
    icmp_code: z.int().nullable(),
    priority: z.int().nullable(),
    remote_targets: z
      .array(z.string())
      .describe("Empty where the rule names a firewall group or a tag: no addresses of its own."),
    remote_group_id: z.string().nullable(),
    remote_tag: z.string().nullable(),
    enabled: z.boolean(),
    system_managed: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "FirewallRule" });
export type FirewallRule = z.infer<typeof FirewallRule>;

/** Firewall group of the public API */
export const FirewallGroup = z
  .strictObject({
    firewall_group_id: z.string(),
    organization_id: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.string(),
    is_default: z.boolean(),
    linked_instance_count: z.int(),
    rules: z.array(FirewallRule).describe("In the order in which they are evaluated: the first that matches decides."),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "FirewallGroup" });
export type FirewallGroup = z.infer<typeof FirewallGroup>;

/** CreateFirewallGroupRequest of the public API */
export const CreateFirewallGroup = z
  .strictObject({ name: Name, description: Description.nullable().optional(), is_default: z.boolean().default(false) })
  .meta({
    id: "CreateFirewallGroupRequest",
    examples: [{ name: "web", description: "HTTP and HTTPS from everywhere" }],
  });
export type CreateFirewallGroup = z.infer<typeof CreateFirewallGroup>;

export const UpdateFirewallGroup = z
  .strictObject({
    name: Name.optional(),
    description: Description.nullable().optional(),
    is_default: z.boolean().optional(),
  })
  .meta({ id: "UpdateFirewallGroupRequest", examples: [{ name: "web", is_default: true }] });
export type UpdateFirewallGroup = z.infer<typeof UpdateFirewallGroup>;

const family = "Networking";
const path = "/networking/firewall-groups";
const firewallGroupId = { firewall_group_id: ResourceId };

const firewallGroupList = defineOperation({
  id: "firewallGroup.list",
  resource: "firewall_group",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List firewall groups",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional() },
  output: z.array(FirewallGroup),
  list: true,
});

const firewallGroupCreate = defineOperation({
  id: "firewallGroup.create",
  resource: "firewall_group",
  family,
  method: "POST",
  path,
  scope: "network.write",
  summary: "Create a firewall group",
  description:
    "A new group allows all outbound and no inbound traffic: it has one system-managed rule. " +
    "A workspace has at most one default group.",
  body: CreateFirewallGroup,
  output: FirewallGroup,
  success: 201,
  errors: ["conflict"],
});

const firewallGroupGet = defineOperation({
  id: "firewallGroup.get",
  resource: "firewall_group",
  family,
  method: "GET",
  path: `${path}/{firewall_group_id}`,
  scope: "network.read",
  summary: "Get a firewall group",
  params: firewallGroupId,
  output: FirewallGroup,
  errors: ["not_found"],
});

const firewallGroupUpdate = defineOperation({
  id: "firewallGroup.update",
  resource: "firewall_group",
  family,
  method: "PATCH",
  path: `${path}/{firewall_group_id}`,
  scope: "network.write",
  summary: "Change a firewall group's name, description or whether it is the default",
  params: firewallGroupId,
  body: UpdateFirewallGroup,
  output: FirewallGroup,
  errors: ["not_found", "conflict"],
});

const firewallGroupDelete = defineOperation({
  id: "firewallGroup.delete",
  resource: "firewall_group",
  family,
  method: "DELETE",
  path: `${path}/{firewall_group_id}`,
  scope: "network.write",
  summary: "Delete a firewall group",
  description:
    "It must be linked to no VM and no subnet, no rule of another group may name it, and it must not be the default.",
  params: firewallGroupId,
  output: NetworkDeletion,
  errors: ["not_found", "conflict"],
});

/**
 * A VM that is linked to a firewall group, and whether its site has applied the group's current rules.
 */
export const FirewallInstance = z
  .strictObject({
    vm_id: z.string(),
    vm_type: z.enum(["cloud", "gpu"]),
    name: z.string(),
    status: VmStatus,
    linked_at: Timestamp,
    pending_changes: z.boolean(),
    applied_at: Timestamp.nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: "FirewallInstance" });
export type FirewallInstance = z.infer<typeof FirewallInstance>;

const instances = "/networking/firewall-groups/{firewall_group_id}/instances";

const firewallInstanceList = defineOperation({
  id: "firewallInstance.list",
  resource: "firewall_instance",
  family,
  method: "GET",
  path: instances,
  scope: "network.read",
  summary: "List the VMs that a firewall group is linked to",
  description:
    "`pending_changes` says that the newest state is not applied to a VM's network yet; " +
    "`applied_at` says when it was last up to date.",
  params: firewallGroupId,
  query: pageQuery(),
  output: z.array(FirewallInstance),
  list: true,
  errors: ["not_found"],
});

const firewallInstanceLink = defineOperation({
  id: "firewallInstance.link",
  resource: "firewall_instance",
  family,
  method: "POST",
  path: instances,
  scope: "network.write",
  summary: "Link a firewall group to a VM",
  params: firewallGroupId,
  body: z
    .strictObject({ vm_id: ResourceId })
    .meta({ id: "LinkFirewallInstanceRequest", examples: [{ vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z" }] }),
  output: FirewallInstance,
  success: 201,
  errors: ["not_found", "conflict"],
});

const firewallInstanceUnlink = defineOperation({
  id: "firewallInstance.unlink",
  resource: "firewall_instance",
  family,
  method: "DELETE",
  path: `${instances}/{vm_id}`,
  scope: "network.write",
  summary: "Unlink a firewall group from a VM",
  params: { ...firewallGroupId, vm_id: ResourceId },
  output: NetworkDeletion,
  errors: ["not_found"],
});

export const firewallGroupOperations = [
  firewallGroupList,
  firewallGroupCreate,
  firewallGroupGet,
  firewallGroupUpdate,
  firewallGroupDelete,
] as const;

export const firewallInstanceOperations = [firewallInstanceList, firewallInstanceLink, firewallInstanceUnlink] as const;
