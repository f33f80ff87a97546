import { z } from "zod";
import { Name, pageQuery, ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { Ipv4Address, NetworkDeletion, NetworkStatus, SubnetCidr } from "./network-fields.ts";

/** spec: VPC subnet */
export const Subnet = z
  .strictObject({
    subnet_id: z.string(),
    vpc_id: z.string(),
    site_id: z.string(),
    name: z.string(),
    cidr: z.string(),
    gateway: z.string(),
    dns: z.array(z.string()),
    status: NetworkStatus,
    organization_id: z.string(),
    workspace_id: z.string(),
    error_message: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Subnet" });
export type Subnet = z.infer<typeof Subnet>;

/**
 * What the machines of a subnet ask for names when nothing else is said. Public resolvers, not an address of the VPC:
 * nothing answers inside it, and a resolver that is promised must answer.
 */
export const DEFAULT_DNS = ["1.1.1.1", "8.8.8.8"] as const;

const Resolvers = z.array(Ipv4Address).min(1).max(4);

export const CreateSubnet = z
  .strictObject({
    name: Name,
    cidr: SubnetCidr,
    gateway: Ipv4Address.optional().describe("By default the first address of the network."),
    dns: Resolvers.default([...DEFAULT_DNS]),
  })
  .meta({ id: "CreateSubnet", examples: [{ name: "web", cidr: "10.20.1.0/24" }] });
export type CreateSubnet = z.infer<typeof CreateSubnet>;

export const UpdateSubnet = z
  .strictObject({ name: Name.optional(), dns: Resolvers.optional() })
  .meta({ id: "UpdateSubnetRequest", examples: [{ name: "web", dns: ["9.9.9.9"] }] });

const family = "Networking";
const path = "/networking/vpcs/{vpc_id}/subnets";
const vpcId = { vpc_id: ResourceId };
const subnetId = { ...vpcId, subnet_id: ResourceId };

export const subnetList = defineOperation({
  id: "subnet.list",
  resource: "subnet",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List the subnets of a VPC",
  params: vpcId,
  query: { ...pageQuery(), status: NetworkStatus.optional(), name: z.string().max(63).optional() },
  output: z.array(Subnet),
  list: true,
  errors: ["not_found"],
});

export const subnetCreate = defineOperation({
  id: "subnet.create",
  resource: "subnet",
  family,
  method: "POST",
  path,
  scope: "network.write",
  summary: "Create a subnet",
  description: "It lies inside the VPC's network and overlaps none of the VPC's other subnets.",
  params: vpcId,
  body: CreateSubnet,
  output: Subnet,
  success: 201,
  errors: ["not_found", "conflict"],
});

export const subnetGet = defineOperation({
  id: "subnet.get",
  resource: "subnet",
  family,
  method: "GET",
  path: `${path}/{subnet_id}`,
  scope: "network.read",
  summary: "Get a subnet",
  params: subnetId,
  output: Subnet,
  errors: ["not_found"],
});

export const subnetDelete = defineOperation({
  id: "subnet.delete",
  resource: "subnet",
  family,
  method: "DELETE",
  path: `${path}/{subnet_id}`,
  scope: "network.write",
  summary: "Delete a subnet",
  description: "Its nodes must be detached first, and the NAT gateway that serves it deleted.",
  params: subnetId,
  output: NetworkDeletion,
  errors: ["not_found", "conflict"],
});

export const subnetUpdate = defineOperation({
  id: "subnet.update",
  resource: "subnet",
  family,
  method: "PATCH",
  path: `${path}/{subnet_id}`,
  scope: "network.write",
  summary: "Change the name or the resolvers of a subnet",
  params: subnetId,
  body: UpdateSubnet,
  output: Subnet,
  errors: ["not_found", "conflict"],
});
