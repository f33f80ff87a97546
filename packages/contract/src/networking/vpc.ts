import { z } from "zod";
import { Description, Name, pageQuery, ResourceId, searchQuery, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { NetworkDeletion, NetworkStatus, VpcCidr } from "./network-fields.ts";

/** A private network at one site, which subnets divide. */
export const Vpc = z
  .strictObject({
    vpc_id: z.string(),
    organization_id: z.string(),
    workspace_id: z.string(),
    site_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    cidr: z.string(),
    status: NetworkStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Vpc" });
export type Vpc = z.infer<typeof Vpc>;

export const CreateVpc = z
  .strictObject({ name: Name, site_id: ResourceId, cidr: VpcCidr, description: Description.nullable().optional() })
  .meta({ id: "CreateVpc", examples: [{ name: "production", site_id: "site-ams-1", cidr: "10.20.0.0/16" }] });
export type CreateVpc = z.infer<typeof CreateVpc>;

export const UpdateVpc = z
  .strictObject({ name: Name.optional(), description: Description.nullable().optional() })
  .meta({ id: "UpdateVpcRequest", examples: [{ name: "production", description: "All that customers reach" }] });

const family = "Networking";
const vpcId = { vpc_id: ResourceId };

export const vpcList = defineOperation({
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
    status: NetworkStatus.optional(),
    name: z.string().max(63).optional(),
    site_id: ResourceId.optional(),
  },
  output: z.array(Vpc),
  list: true,
});

export const vpcCreate = defineOperation({
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

export const vpcGet = defineOperation({
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

export const vpcDelete = defineOperation({
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

export const vpcUpdate = defineOperation({
  id: "vpc.update",
  resource: "vpc",
  family,
  method: "PATCH",
  path: "/networking/vpcs/{vpc_id}",
  scope: "network.write",
  summary: "Change the name or the description of a VPC",
  params: vpcId,
  body: UpdateVpc,
  output: Vpc,
  errors: ["not_found", "conflict"],
});
