import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, searchQuery, severalOf, Timestamp } from "../values/fields.ts";
import { NetworkDeletion } from "./network-fields.ts";
import { VPC_PEERING_SIDES, VPC_PEERING_STATUSES } from "./states.ts";

export const VpcPeeringStatus = z
  .enum(VPC_PEERING_STATUSES)
  .describe(
    "`pending` until the other side accepts, `active` while traffic passes, `rejected` when the other side has " +
      "refused, `ended` when the other side has ended it.",
  );
export type VpcPeeringStatus = z.infer<typeof VpcPeeringStatus>;

/** One side of a peering: a VPC of the workspace, and the VPC at the other side. */
export const VpcPeering = z
  .strictObject({
    vpc_peering_id: z.string().describe("Of this side. The other side has an id of its own."),
    organization_id: z.string(),
    workspace_id: z.string(),
    site_id: z.string(),
    name: z.string(),
    vpc_id: z.string().describe("The VPC of this workspace."),
    cidr: z.string(),
    peer_vpc_id: z.string().describe("The VPC at the other side."),
    peer_cidr: z
      .string()
      .nullable()
      .describe("The network of the VPC at the other side; null until it has accepted a request of this side."),
    side: z.enum(VPC_PEERING_SIDES).describe("Whether this side has asked for the peering, or is asked."),
    status: VpcPeeringStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "VpcPeering" });
export type VpcPeering = z.infer<typeof VpcPeering>;

export const CreateVpcPeering = z
  .strictObject({
    name: Name.describe("The other side sees it, too."),
    vpc_id: ResourceId.describe("A VPC of the workspace."),
    peer_vpc_id: ResourceId.regex(/^vpc_\w+$/, "must be the id of a VPC, which begins with vpc_").describe(
      "Another VPC at the same site, of any workspace.",
    ),
  })
  .meta({
    id: "CreateVpcPeering",
    examples: [
      { name: "to-billing", vpc_id: "vpc_01kq3v9d5n8c2r7m4x6t0w1y5z", peer_vpc_id: "vpc_01kq3v9d5n8c2r7m4x6t0w1y6a" },
    ],
  });
export type CreateVpcPeering = z.infer<typeof CreateVpcPeering>;

const family = "Networking";
const path = "/networking/vpc-peerings";
const vpcPeeringId = { vpc_peering_id: ResourceId };

const vpcPeeringList = defineOperation({
  id: "vpcPeering.list",
  resource: "vpc_peering",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List VPC peerings",
  description: "Requests of other workspaces are among them, as `pending` ones whose `side` is `accepter`.",
  query: {
    ...pageQuery(),
    ...searchQuery,
    status: severalOf(VpcPeeringStatus),
    vpc_id: ResourceId.optional(),
  },
  output: z.array(VpcPeering),
  list: true,
});

const vpcPeeringCreate = defineOperation({
  id: "vpcPeering.create",
  resource: "vpc_peering",
  family,
  method: "POST",
  path,
  scope: "network.write",
  summary: "Ask for a VPC peering",
  description:
    "Between two VPCs of the workspace it is active at once, and each VPC has its side in the list. A VPC of another " +
    "workspace gets a request, which that workspace accepts or deletes. Until then the answer is the same whether or " +
    "not there is such a VPC at the site.",
  body: CreateVpcPeering,
  output: VpcPeering,
  success: 201,
  errors: ["not_found", "conflict"],
});

const vpcPeeringGet = defineOperation({
  id: "vpcPeering.get",
  resource: "vpc_peering",
  family,
  method: "GET",
  path: `${path}/{vpc_peering_id}`,
  scope: "network.read",
  summary: "Get a VPC peering",
  params: vpcPeeringId,
  output: VpcPeering,
  errors: ["not_found"],
});

const vpcPeeringAccept = defineOperation({
  id: "vpcPeering.accept",
  resource: "vpc_peering",
  family,
  method: "POST",
  path: `${path}/{vpc_peering_id}/accept`,
  scope: "network.write",
  summary: "Accept a VPC peering",
  description:
    "VMs of both VPCs then reach each other by their private addresses, as their firewall groups allow. Accepting an " +
    "active one changes nothing.",
  params: vpcPeeringId,
  output: VpcPeering,
  errors: ["not_found", "conflict"],
});

const vpcPeeringDelete = defineOperation({
  id: "vpcPeering.delete",
  resource: "vpc_peering",
  family,
  method: "DELETE",
  path: `${path}/{vpc_peering_id}`,
  scope: "network.write",
  summary: "End a VPC peering, or refuse a request",
  description:
    "An active one ends for both sides, at once. A request of this side is taken back, and one of the other side is " +
    "rejected.",
  params: vpcPeeringId,
  output: NetworkDeletion,
  errors: ["not_found"],
});

export const vpcPeeringOperations = [
  vpcPeeringList,
  vpcPeeringCreate,
  vpcPeeringGet,
  vpcPeeringAccept,
  vpcPeeringDelete,
] as const;
