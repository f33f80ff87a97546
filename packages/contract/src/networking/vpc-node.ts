import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId } from "../values/fields.ts";
import { NetworkDeletion } from "./network-fields.ts";
import { CONNECTIVITIES } from "./states.ts";

/** A node's connection to the outside of its VPC: none, its own public address, or a NAT gateway. */
export const Connectivity = z.enum(CONNECTIVITIES);
export type Connectivity = z.infer<typeof Connectivity>;

/** VPC node allocation of the public API */
export const VpcNodeAllocation = z
  .strictObject({
    allocation_id: z.string(),
    vpc_id: z.string(),
    subnet_id: z.string(),
    vm_id: z.string(),
    connectivity: Connectivity,
    private_ip: z.string(),
    ipv6_address: z
      .string()
      .nullable()
      .describe("In the subnet's /64: the VM gets it by DHCPv6. Null in a VPC without IPv6."),
    private_dns_name: z
      .string()
      .nullable()
      .describe(
        "The name by which machines in the VPC's subnets find the VM: its name and the VPC's as labels of DNS, under " +
          "`internal`. Null where either has no letter and no digit, while another VM of the VPC that came before it " +
          "has the name, and at a site whose networks have no names.",
      ),
    prefix_length: z.int(),
    subnet_mask: z.string(),
    gateway: z.string(),
    dns: z.array(z.string()),
    status: z.string(),
    public_ip_id: z.string().nullable(),
    public_ip: z.string().nullable(),
    nat_gateway_id: z.string().nullable(),
    nat_public_ip: z.string().nullable(),
  })
  .meta({ id: "VpcNodeAllocation" });
export type VpcNodeAllocation = z.infer<typeof VpcNodeAllocation>;

/** AttachVpcNodeRequest of the public API */
export const AttachVpcNode = z
  .strictObject({
    vm_id: ResourceId,
    subnet_id: ResourceId,
    connectivity: Connectivity.default("private"),
    reserved_public_ip_id: ResourceId.nullable()
      .optional()
      .describe(
        "The public address for connectivity `public_ip`; without it the platform assigns one, which lasts as long " +
          "as the attachment.",
      ),
  })
  .meta({
    id: "AttachVpcNodeRequest",
    examples: [
      {
        vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z",
        subnet_id: "subnet_01kq3v9d5n8c2r7m4x6t0w1y5z",
        connectivity: "private",
      },
    ],
  });
export type AttachVpcNode = z.infer<typeof AttachVpcNode>;

const family = "Networking";
const path = "/networking/vpcs/{vpc_id}/nodes";
const vpcId = { vpc_id: ResourceId };

const vpcNodeList = defineOperation({
  id: "vpcNode.list",
  resource: "vpc_node",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List the VMs attached to a VPC",
  params: vpcId,
  query: { ...pageQuery(), subnet_id: ResourceId.optional(), vm_id: ResourceId.optional() },
  output: z.array(VpcNodeAllocation),
  list: true,
  errors: ["not_found"],
});

const vpcNodeAttach = defineOperation({
  id: "vpcNode.attach",
  resource: "vpc_node",
  family,
  method: "POST",
  path,
  scope: "network.write",
  summary: "Attach a VM to a subnet",
  params: vpcId,
  body: AttachVpcNode,
  output: VpcNodeAllocation,
  success: 201,
  errors: ["not_found", "conflict"],
});

const vpcNodeDetach = defineOperation({
  id: "vpcNode.detach",
  resource: "vpc_node",
  family,
  method: "DELETE",
  path: `${path}/{allocation_id}`,
  scope: "network.write",
  summary: "Detach a VM from a subnet",
  description:
    "A reserved IP that the node used is detached and kept; an address that the platform assigned is given back.",
  params: { ...vpcId, allocation_id: ResourceId },
  output: NetworkDeletion,
  errors: ["not_found"],
});

export const vpcNodeOperations = [vpcNodeList, vpcNodeAttach, vpcNodeDetach] as const;
