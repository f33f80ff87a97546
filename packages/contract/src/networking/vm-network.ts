import { z } from "zod";
import { VmType } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { FirewallGroup } from "./firewall-group.ts";
import { PortForward } from "./nat-gateway.ts";
import { ReservedIp } from "./reserved-ip.ts";
import { VpcNodeAllocation } from "./vpc-node.ts";

/** A node: a VM's place in a subnet, with the names of the subnet and the VPC. */
export const VmNode = z
  .strictObject({ ...VpcNodeAllocation.shape, vpc_name: z.string(), subnet_name: z.string(), subnet_cidr: z.string() })
  .meta({ id: "VmNode" });
export type VmNode = z.infer<typeof VmNode>;

/**
 * A VM's whole network: its connections and filters, whether its site has applied them, and if not, why. One request
 * replaces separate ones for each VPC, firewall group and NAT gateway.
 */
export const VmNetwork = z
  .strictObject({
    vm_id: z.string(),
    vm_type: VmType,
    /** Newest first. */
    nodes: z.array(VmNode),
    reserved_ip: ReservedIp.nullable(),
    /** Newest first. If empty, nothing is filtered. */
    firewall_groups: z.array(FirewallGroup),
    port_forwards: z.array(PortForward),
    pending_changes: z.boolean(),
    applied_at: Timestamp.nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: "VmNetwork" });
export type VmNetwork = z.infer<typeof VmNetwork>;

export const vmNetworkGet = defineOperation({
  id: "vmNetwork.get",
  resource: "network",
  family: "Networking",
  method: "GET",
  path: "/networking/vms/{vm_id}",
  scope: "network.read",
  summary: "Get the network of a VM",
  description:
    "For a cloud or a GPU VM: its nodes, its public address, its firewall groups, the port forwards that lead to it, " +
    "and whether its site has applied all of these.",
  params: { vm_id: ResourceId },
  output: VmNetwork,
  errors: ["not_found"],
});
