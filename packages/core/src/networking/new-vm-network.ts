import type { RequestContext } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { addNode, givePublicIp, holdReservedIp, holdSubnet, requireVpc, sitedReservedIp } from "./connect-vm.ts";
import { keepFirewallGroups, linkFirewallGroups } from "./firewall-links.ts";
import { hasFreeAddress, poolExhausted } from "./public-address-pool.ts";
import { requireFree } from "./public-ip-guards.ts";
import { ReservedIpRepository, type ReservedIpRow } from "./reserved-ip-repository.ts";
import { requireSameSite } from "./site-guard.ts";
import type { SubnetRow } from "./subnet-repository.ts";
import { VmAddresses } from "./vm-addresses.ts";
import { VpcNodeRepository } from "./vpc-node-repository.ts";

/** What a create asks for besides the machine. The contract checks that VPC and subnet come together. */
export interface NetworkRequest {
  readonly vpc_id?: string | undefined;
  readonly subnet_id?: string | undefined;
  /** An address of the platform's pool. */
  readonly public_ip: boolean;
  readonly reserved_ip_id?: string | undefined;
  readonly firewall_group_ids: readonly string[];
}

/** The same, held until the transaction ends. */
export interface NewVmNetwork {
  readonly subnet: SubnetRow | undefined;
  readonly publicIp: boolean;
  readonly reservedIp: ReservedIpRow | undefined;
  readonly firewallGroupIds: readonly string[];
}

/** Holds what a new VM is to be connected with. Where nothing is, nothing is asked. @throws DomainError 404 */
export async function holdNetwork(context: RequestContext, request: NetworkRequest): Promise<NewVmNetwork> {
  const { vpc_id, subnet_id, public_ip: publicIp, reserved_ip_id, firewall_group_ids: firewallGroupIds } = request;
  const { sql, workspace } = context;
  if (vpc_id !== undefined) await requireVpc(context, vpc_id);
  if (publicIp || reserved_ip_id !== undefined) await new ReservedIpRepository(sql, workspace.id).beginChange();
  const subnet = vpc_id === undefined || subnet_id === undefined ? undefined : await holdSubnet(context, vpc_id, subnet_id);
  const reservedIp = reserved_ip_id === undefined ? undefined : await holdReservedIp(context, reserved_ip_id);
  if (!(await keepFirewallGroups(sql, workspace.id, firewallGroupIds))) throw notFound("firewall group");
  return { subnet, publicIp, reservedIp, firewallGroupIds };
}

/** @throws DomainError 409 when it is elsewhere than the VM, or in use, or used up */
export async function requireNetworkFit({ sql }: RequestContext, siteId: string, { subnet, publicIp, reservedIp }: NewVmNetwork): Promise<void> {
  requireSameSite(siteId, [
    ...(subnet === undefined ? [] : [{ siteId: subnet.site_id, blocker: { type: "subnet", id: subnet.subnet_id, name: subnet.name } }]),
    ...(reservedIp === undefined ? [] : [sitedReservedIp(reservedIp)]),
  ]);
  if (reservedIp !== undefined) requireFree(reservedIp);
  if (publicIp && !(await hasFreeAddress(sql, siteId))) throw poolExhausted();
}

/** Connects a VM that was just written, in the same transaction: it has its addresses before it has a machine. */
export async function connectNewVm(context: RequestContext, vmId: string, siteId: string, network: NewVmNetwork): Promise<void> {
  const { sql, workspace } = context;
  const { subnet, publicIp, reservedIp, firewallGroupIds } = network;
  if (firewallGroupIds.length > 0) await linkFirewallGroups(sql, workspace.id, vmId, firewallGroupIds);
  if (subnet === undefined && !publicIp && reservedIp === undefined) return;
  const nodes = subnet === undefined ? undefined : new VpcNodeRepository(sql, workspace.id, subnet.vpc_id);
  const allocationId = nodes === undefined || subnet === undefined ? null : await addNode(nodes, subnet, vmId, null);
  if (publicIp || reservedIp !== undefined) await givePublicIp(context, { vmId, siteId, allocationId }, reservedIp);
  await new VmAddresses(sql, workspace.id).show(vmId, "new");
}
