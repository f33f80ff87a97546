import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Description, Name, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { NetworkDeletion } from "./network-fields.ts";
import { FORWARD_PROTOCOLS, NAT_GATEWAY_STATUSES } from "./states.ts";

/**
 * A NAT gateway translates nothing while its reserved IP is detached, or before its site has set it up (`error`, which
 * is retried). Once available it stays available: the configuration that was applied last remains in force.
 */
export const NatGatewayStatus = z.enum(NAT_GATEWAY_STATUSES);
export type NatGatewayStatus = z.infer<typeof NatGatewayStatus>;

/** Gives the subnets it serves outbound access through one public address. */
export const NatGateway = z
  .strictObject({
    nat_gateway_id: z.string(),
    organization_id: z.string(),
    workspace_id: z.string(),
    vpc_id: z.string(),
    site_id: z.string(),
    name: z.string(),
    subnet_ids: z.array(z.string()),
    public_ip_id: z.string().nullable(),
    public_ip: z.string().nullable(),
    status: NatGatewayStatus,
    /** Whether its site has applied its current configuration and port forwards, and if not, why. */
    pending_changes: z.boolean(),
    applied_at: Timestamp.nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "NatGateway" });
export type NatGateway = z.infer<typeof NatGateway>;

export const CreateNatGateway = z
  .strictObject({
    name: Name,
    subnet_ids: z
      .array(ResourceId)
      .min(1)
      .max(100)
      .refine((ids) => new Set(ids).size === ids.length, "must name each subnet once"),
    reserved_ip_id: ResourceId.nullable()
      .optional()
      .describe("Without it the platform assigns an address, which lasts as long as the gateway."),
  })
  .meta({ id: "CreateNatGateway", examples: [{ name: "way-out", subnet_ids: ["subnet_01kq3v9d5n8c2r7m4x6t0w1y5z"] }] });
export type CreateNatGateway = z.infer<typeof CreateNatGateway>;

export const UpdateNatGateway = z
  .strictObject({ name: Name.optional() })
  .meta({ id: "UpdateNatGatewayRequest", examples: [{ name: "way-out" }] });

const family = "Networking";
const path = "/networking/vpcs/{vpc_id}/nat-gateways";
const vpcId = { vpc_id: ResourceId };
const natGatewayId = { ...vpcId, nat_gateway_id: ResourceId };

const natGatewayList = defineOperation({
  id: "natGateway.list",
  resource: "nat_gateway",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List the NAT gateways of a VPC",
  params: vpcId,
  query: { ...pageQuery(), name: z.string().max(63).optional() },
  output: z.array(NatGateway),
  list: true,
  errors: ["not_found"],
});

const natGatewayCreate = defineOperation({
  id: "natGateway.create",
  resource: "nat_gateway",
  family,
  method: "POST",
  path,
  scope: "network.write",
  summary: "Create a NAT gateway",
  description: "A subnet is served by one NAT gateway at most.",
  params: vpcId,
  body: CreateNatGateway,
  output: NatGateway,
  success: 201,
  billable: true,
  errors: ["not_found", "conflict", "billing_denied"],
});

const natGatewayGet = defineOperation({
  id: "natGateway.get",
  resource: "nat_gateway",
  family,
  method: "GET",
  path: `${path}/{nat_gateway_id}`,
  scope: "network.read",
  summary: "Get a NAT gateway",
  params: natGatewayId,
  output: NatGateway,
  errors: ["not_found"],
});

const natGatewayDelete = defineOperation({
  id: "natGateway.delete",
  resource: "nat_gateway",
  family,
  method: "DELETE",
  path: `${path}/{nat_gateway_id}`,
  scope: "network.write",
  summary: "Delete a NAT gateway",
  description: "The nodes that use it must be detached first, and its port forwards deleted.",
  params: natGatewayId,
  output: NetworkDeletion,
  errors: ["not_found", "conflict"],
});

const natGatewayUpdate = defineOperation({
  id: "natGateway.update",
  resource: "nat_gateway",
  family,
  method: "PATCH",
  path: `${path}/{nat_gateway_id}`,
  scope: "network.write",
  summary: "Rename a NAT gateway",
  params: natGatewayId,
  body: UpdateNatGateway,
  output: NatGateway,
  errors: ["not_found", "conflict"],
});

export const ForwardProtocol = z.enum(FORWARD_PROTOCOLS);
export type ForwardProtocol = z.infer<typeof ForwardProtocol>;

const Port = z.int().min(1).max(65_535);

/** Forwards a port of a NAT gateway's public address to a port of a VM behind it. */
export const PortForward = z
  .strictObject({
    port_forward_id: z.string(),
    vpc_id: z.string(),
    nat_gateway_id: z.string(),
    protocol: ForwardProtocol,
    public_port: z.int(),
    vm_id: z.string(),
    private_ip: z.string(),
    private_port: z.int(),
    description: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "PortForward" });
export type PortForward = z.infer<typeof PortForward>;

export const CreatePortForward = z
  .strictObject({
    protocol: ForwardProtocol,
    public_port: Port,
    vm_id: ResourceId,
    private_port: Port,
    description: Description.nullable().optional(),
  })
  .meta({
    id: "CreatePortForwardRequest",
    examples: [{ protocol: "tcp", public_port: 8080, vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z", private_port: 80 }],
  });

const forwards = `${path}/{nat_gateway_id}/port-forwards` as const;
const portForwardId = { ...natGatewayId, port_forward_id: ResourceId };

const portForwardList = defineOperation({
  id: "portForward.list",
  resource: "port_forward",
  family,
  method: "GET",
  path: forwards,
  scope: "network.read",
  summary: "List the port forwards of a NAT gateway",
  params: natGatewayId,
  query: pageQuery(),
  output: z.array(PortForward),
  list: true,
  errors: ["not_found"],
});

const portForwardCreate = defineOperation({
  id: "portForward.create",
  resource: "port_forward",
  family,
  method: "POST",
  path: forwards,
  scope: "network.write",
  summary: "Forward a port of a NAT gateway to a VM",
  description:
    "The VM must be in a subnet that the gateway serves. The forward ends when the VM leaves that subnet or is deleted.",
  params: natGatewayId,
  body: CreatePortForward,
  output: PortForward,
  success: 201,
  errors: ["not_found", "conflict"],
});

const portForwardGet = defineOperation({
  id: "portForward.get",
  resource: "port_forward",
  family,
  method: "GET",
  path: `${forwards}/{port_forward_id}`,
  scope: "network.read",
  summary: "Get a port forward",
  params: portForwardId,
  output: PortForward,
  errors: ["not_found"],
});

const portForwardDelete = defineOperation({
  id: "portForward.delete",
  resource: "port_forward",
  family,
  method: "DELETE",
  path: `${forwards}/{port_forward_id}`,
  scope: "network.write",
  summary: "Delete a port forward",
  params: portForwardId,
  output: NetworkDeletion,
  errors: ["not_found"],
});

export const natGatewayOperations = [
  natGatewayList,
  natGatewayCreate,
  natGatewayGet,
  natGatewayUpdate,
  natGatewayDelete,
  portForwardList,
  portForwardCreate,
  portForwardGet,
  portForwardDelete,
] as const;
