import { z } from "zod";
import { VmStatus } from "../compute/vm-status.ts";
import { pageQuery, ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { NetworkDeletion } from "./network-fields.ts";

/**
 * A VM that a firewall group is for, and whether its site has the group's rules as they are now (design: Networking).
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

const family = "Networking";
const path = "/networking/firewall-groups/{firewall_group_id}/instances";
const firewallGroupId = { firewall_group_id: ResourceId };

export const firewallInstanceList = defineOperation({
  id: "firewallInstance.list",
  resource: "firewall_instance",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List the VMs that a firewall group is linked to",
  description:
    "`pending_changes` says that a VM's network does not have its newest state yet; `applied_at` when it was brought up to date last.",
  params: firewallGroupId,
  query: pageQuery(),
  output: z.array(FirewallInstance),
  list: true,
  errors: ["not_found"],
});

export const firewallInstanceLink = defineOperation({
  id: "firewallInstance.link",
  resource: "firewall_instance",
  family,
  method: "POST",
  path,
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

export const firewallInstanceUnlink = defineOperation({
  id: "firewallInstance.unlink",
  resource: "firewall_instance",
  family,
  method: "DELETE",
  path: `${path}/{vm_id}`,
  scope: "network.write",
  summary: "Unlink a firewall group from a VM",
  params: { ...firewallGroupId, vm_id: ResourceId },
  output: NetworkDeletion,
  errors: ["not_found"],
});
