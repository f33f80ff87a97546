import { z } from "zod";
import { Description, pageQuery, ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { NetworkDeletion } from "./network-fields.ts";
import { FORWARD_PROTOCOLS } from "./states.ts";

export const ForwardProtocol = z.enum(FORWARD_PROTOCOLS);
export type ForwardProtocol = z.infer<typeof ForwardProtocol>;

const Port = z.int().min(1).max(65_535);

/** A port of a NAT gateway's public address that leads to a port of a VM behind it. */
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

const family = "Networking";
const path = "/networking/vpcs/{vpc_id}/nat-gateways/{nat_gateway_id}/port-forwards";
const natGatewayId = { vpc_id: ResourceId, nat_gateway_id: ResourceId };
const portForwardId = { ...natGatewayId, port_forward_id: ResourceId };

export const portForwardList = defineOperation({
  id: "portForward.list",
  resource: "port_forward",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List the port forwards of a NAT gateway",
  params: natGatewayId,
  query: pageQuery(),
  output: z.array(PortForward),
  list: true,
  errors: ["not_found"],
});

export const portForwardCreate = defineOperation({
  id: "portForward.create",
  resource: "port_forward",
  family,
  method: "POST",
  path,
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

export const portForwardGet = defineOperation({
  id: "portForward.get",
  resource: "port_forward",
  family,
  method: "GET",
  path: `${path}/{port_forward_id}`,
  scope: "network.read",
  summary: "Get a port forward",
  params: portForwardId,
  output: PortForward,
  errors: ["not_found"],
});

export const portForwardDelete = defineOperation({
  id: "portForward.delete",
  resource: "port_forward",
  family,
  method: "DELETE",
  path: `${path}/{port_forward_id}`,
  scope: "network.write",
  summary: "Delete a port forward",
  params: portForwardId,
  output: NetworkDeletion,
  errors: ["not_found"],
});
