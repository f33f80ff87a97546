import { z } from "zod";
import { FirewallGroupIds } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import {
  DeletionProtection,
  Description,
  Name,
  NewDeletionProtection,
  pageQuery,
  ResourceId,
  SetDeletionProtection,
  searchQuery,
  severalOf,
  siteQuery,
  Timestamp,
} from "../values/fields.ts";
import { HostAddress, Ipv4Address, NetworkDeletion, NetworkStatus, SubnetCidr, VpcCidr } from "./network-fields.ts";

/** A private network at one site, divided into subnets. */
export const Vpc = z
  .strictObject({
    vpc_id: z.string(),
    organization_id: z.string(),
    workspace_id: z.string(),
    site_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    cidr: z.string(),
    ipv6: z.boolean(),
    ipv6_cidr: z.string().nullable().describe("Its IPv6 network, a /48 (RFC 4193); null without IPv6."),
    status: NetworkStatus,
    deletion_protection: DeletionProtection,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Vpc" });
export type Vpc = z.infer<typeof Vpc>;

const Ipv6 = z
  .boolean()
  .describe(
    "Whether its VMs have an IPv6 address beside the private one. The VPC gets a private /48, each subnet a /64 of it.",
  );

export const CreateVpc = z
  .strictObject({
    name: Name,
    site_id: ResourceId,
    cidr: VpcCidr,
    ipv6: Ipv6.default(false),
    description: Description.nullable().optional(),
    deletion_protection: NewDeletionProtection,
  })
  .meta({ id: "CreateVpc", examples: [{ name: "production", site_id: "site-ams-1", cidr: "10.20.0.0/16" }] });
export type CreateVpc = z.infer<typeof CreateVpc>;

export const UpdateVpc = z
  .strictObject({
    name: Name.optional(),
    description: Description.nullable().optional(),
    ipv6: Ipv6.optional(),
    deletion_protection: SetDeletionProtection,
  })
  .meta({ id: "UpdateVpcRequest", examples: [{ name: "production", description: "All that customers reach" }] });

export type UpdateVpc = z.infer<typeof UpdateVpc>;

const family = "Networking";
const vpcId = { vpc_id: ResourceId };

const vpcList = defineOperation({
  id: "vpc.list",
  resource: "vpc",
  family,
  method: "GET",
  path: "/networking/vpcs",
  scope: "network.read",
  summary: "List VPCs",
  query: {
    ...pageQuery(),
    ...searchQuery,
    status: severalOf(NetworkStatus),
    name: z.string().max(63).optional(),
    ...siteQuery,
  },
  output: z.array(Vpc),
  list: true,
});

const vpcCreate = defineOperation({
  id: "vpc.create",
  resource: "vpc",
  family,
  method: "POST",
  path: "/networking/vpcs",
  scope: "network.write",
  summary: "Create a VPC",
  description: "The networks of a workspace's VPCs at one site do not overlap.",
  body: CreateVpc,
  output: Vpc,
  success: 201,
  errors: ["conflict"],
});

const vpcGet = defineOperation({
  id: "vpc.get",
  resource: "vpc",
  family,
  method: "GET",
  path: "/networking/vpcs/{vpc_id}",
  scope: "network.read",
  summary: "Get a VPC",
  params: vpcId,
  output: Vpc,
  errors: ["not_found"],
});

const vpcDelete = defineOperation({
  id: "vpc.delete",
  resource: "vpc",
  family,
  method: "DELETE",
  path: "/networking/vpcs/{vpc_id}",
  scope: "network.write",
  summary: "Delete a VPC",
  description: "Its subnets must be deleted first.",
  params: vpcId,
  output: NetworkDeletion,
  errors: ["not_found", "conflict"],
});

const vpcUpdate = defineOperation({
  id: "vpc.update",
  resource: "vpc",
  family,
  method: "PATCH",
  path: "/networking/vpcs/{vpc_id}",
  scope: "network.write",
  summary: "Change the name, the description, IPv6 or the protection of a VPC",
  description:
    "With `ipv6` its VMs get their addresses at once; each must ask for its own by DHCPv6. Without it they lose them, " +
    "so that a VPC with VMs is refused.",
  params: vpcId,
  body: UpdateVpc,
  output: Vpc,
  errors: ["not_found", "conflict"],
});

/** VPC subnet of the public API */
export const Subnet = z
  .strictObject({
    subnet_id: z.string(),
    vpc_id: z.string(),
    site_id: z.string(),
    name: z.string(),
    cidr: z.string(),
    ipv6_cidr: z.string().nullable().describe("Its part of the VPC's IPv6 network, a /64; null without IPv6."),
    gateway: z.string(),
    dns: z.array(z.string()),
    firewall_group_ids: z
      .array(z.string())
      .describe("The firewall groups of all its VMs, beside the groups that a VM has itself."),
    status: NetworkStatus,
    organization_id: z.string(),
    workspace_id: z.string(),
    error_message: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Subnet" });
export type Subnet = z.infer<typeof Subnet>;

/** The default DNS resolvers of a subnet's VMs. They are public because a VPC has no resolver of its own. */
export const DEFAULT_DNS = ["1.1.1.1", "8.8.8.8"] as const;

const Resolvers = z.array(HostAddress).min(1).max(4);

export const CreateSubnet = z
  .strictObject({
    name: Name,
    cidr: SubnetCidr,
    gateway: Ipv4Address.optional().describe("By default the first address of the network."),
    dns: Resolvers.default([...DEFAULT_DNS]),
    firewall_group_ids: FirewallGroupIds.default([]).describe(
      "Groups whose rules every VM with a card in the subnet has, beside those of its own groups.",
    ),
  })
  .meta({ id: "CreateSubnet", examples: [{ name: "web", cidr: "10.20.1.0/24" }] });
export type CreateSubnet = z.infer<typeof CreateSubnet>;

export const UpdateSubnet = z
  .strictObject({
    name: Name.optional(),
    dns: Resolvers.optional(),
    firewall_group_ids: FirewallGroupIds.optional().describe("It replaces the current groups."),
  })
  .meta({ id: "UpdateSubnetRequest", examples: [{ name: "web", dns: ["9.9.9.9"] }] });

const subnets = "/networking/vpcs/{vpc_id}/subnets";
const subnetId = { ...vpcId, subnet_id: ResourceId };

const subnetList = defineOperation({
  id: "subnet.list",
  resource: "subnet",
  family,
  method: "GET",
  path: subnets,
  scope: "network.read",
  summary: "List the subnets of a VPC",
  params: vpcId,
  query: { ...pageQuery(), status: NetworkStatus.optional(), name: z.string().max(63).optional() },
  output: z.array(Subnet),
  list: true,
  errors: ["not_found"],
});

const subnetCreate = defineOperation({
  id: "subnet.create",
  resource: "subnet",
  family,
  method: "POST",
  path: subnets,
  scope: "network.write",
  summary: "Create a subnet",
  description: "It lies inside the VPC's network and overlaps none of the VPC's other subnets.",
  params: vpcId,
  body: CreateSubnet,
  output: Subnet,
  success: 201,
  errors: ["not_found", "conflict"],
});

const subnetGet = defineOperation({
  id: "subnet.get",
  resource: "subnet",
  family,
  method: "GET",
  path: `${subnets}/{subnet_id}`,
  scope: "network.read",
  summary: "Get a subnet",
  params: subnetId,
  output: Subnet,
  errors: ["not_found"],
});

const subnetDelete = defineOperation({
  id: "subnet.delete",
  resource: "subnet",
  family,
  method: "DELETE",
  path: `${subnets}/{subnet_id}`,
  scope: "network.write",
  summary: "Delete a subnet",
  description: "Its nodes must be detached first, and the NAT gateway that serves it deleted.",
  params: subnetId,
  output: NetworkDeletion,
  errors: ["not_found", "conflict"],
});

const subnetUpdate = defineOperation({
  id: "subnet.update",
  resource: "subnet",
  family,
  method: "PATCH",
  path: `${subnets}/{subnet_id}`,
  scope: "network.write",
  summary: "Change the name, the resolvers or the firewall groups of a subnet",
  params: subnetId,
  body: UpdateSubnet,
  output: Subnet,
  errors: ["not_found", "conflict"],
});

export const vpcOperations = [
  vpcList,
  vpcCreate,
  vpcGet,
  vpcUpdate,
  vpcDelete,
  subnetList,
  subnetCreate,
  subnetGet,
  subnetUpdate,
  subnetDelete,
] as const;
