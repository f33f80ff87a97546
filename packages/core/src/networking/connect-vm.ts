import type { RequestContext } from "../request/context.ts";
import { VmAddresses } from "./address-holders.ts";
import { linkFirewallGroups } from "./firewall-instances.ts";
import { attachOrAssign, type ReservedIpRow } from "./reserved-ips.ts";
import { lockSubnet, type SubnetRow } from "./subnets.ts";
import { addNode } from "./vpc-nodes.ts";

/** The network parts that the request of a new VM names. */
export interface NewVmNetwork {
  readonly subnet: SubnetRow | undefined;
  readonly publicIp: boolean;
  readonly reservedIp: ReservedIpRow | undefined;
  readonly firewallGroupIds: readonly string[];
}

/**
 * Connects a VM in the transaction that inserts it, so that it has addresses before it has an instance.
 * @throws DomainError 404 or 409 when a part was deleted or taken meanwhile
 */
export async function connectNewVm(
  context: RequestContext,
  vmId: string,
  siteId: string,
  network: NewVmNetwork,
): Promise<void> {
  const { subnet, publicIp, reservedIp, firewallGroupIds } = network;
  if (firewallGroupIds.length > 0) await linkFirewallGroups(context, vmId, firewallGroupIds);
  if (subnet === undefined && !publicIp && reservedIp === undefined) return;
  const attached_allocation_id = subnet === undefined ? null : await joinSubnet(context, subnet, vmId);
  if (publicIp || reservedIp !== undefined) {
    const attachment = { attached_vm_id: vmId, attached_allocation_id };
    await attachOrAssign(context, reservedIp?.public_ip_id, siteId, attachment);
  }
  await new VmAddresses(context.sql, context.workspace.id).show(vmId, "new");
}

async function joinSubnet(context: RequestContext, { vpc_id, subnet_id }: SubnetRow, vmId: string): Promise<string> {
  return addNode(context, await lockSubnet(context, vpc_id, subnet_id), vmId, null);
}
