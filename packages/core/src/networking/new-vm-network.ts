import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { VmAddresses } from "./address-holders.ts";
import { addNode, givePublicIp, holdSubnet, requireVpc, sitedReservedIp } from "./connect-vm.ts";
import { keepFirewallGroups, linkFirewallGroups } from "./firewall-links.ts";
import { hasFreeAddress, poolExhausted } from "./public-address-pool.ts";
import { requireFree } from "./public-ip-guards.ts";
import type { ReservedIpRow } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";
import { requireSameSite } from "./site-guard.ts";
import { SubnetRepository, type SubnetRow } from "./subnet-repository.ts";
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

/** The same, found. */
export interface NewVmNetwork {
  readonly subnet: SubnetRow | undefined;
  readonly publicIp: boolean;
  readonly reservedIp: ReservedIpRow | undefined;
  readonly firewallGroupIds: readonly string[];
}

/**
 * Finds what a new VM is to be connected with; where nothing is, nothing is asked. Subnet and reserved IP are not held
 * while billing decides, so that creates in one subnet do not wait for each other's decision: connecting refuses when
 * somebody was faster.
 * @throws DomainError 404
 */
export async function findNetwork(context: RequestContext, request: NetworkRequest): Promise<NewVmNetwork> {
  const { vpc_id, subnet_id, public_ip: publicIp, reserved_ip_id, firewall_group_ids: firewallGroupIds } = request;
  const { sql, workspace } = context;
  if (vpc_id !== undefined) await requireVpc(context, vpc_id);
  const subnet =
    vpc_id === undefined || subnet_id === undefined
      ? undefined
      : await new SubnetRepository(sql, workspace.id, vpc_id).get(subnet_id);
  if (subnet_id !== undefined && subnet === undefined) throw notFound("subnet");
  const reservedIp =
    reserved_ip_id === undefined ? undefined : await new ReservedIpRepository(sql, workspace.id).get(reserved_ip_id);
  if (reserved_ip_id !== undefined && reservedIp === undefined) throw notFound("reserved IP");
  if (!(await keepFirewallGroups(sql, workspace.id, firewallGroupIds))) throw notFound("firewall group");
  return { subnet, publicIp, reservedIp, firewallGroupIds };
}

/** @throws DomainError 409 when it is elsewhere than the VM, or in use, or used up */
export async function requireNetworkFit(
  { sql }: RequestContext,
  siteId: string,
  { subnet, publicIp, reservedIp }: NewVmNetwork,
): Promise<void> {
  requireSameSite(siteId, [
    ...(subnet === undefined
      ? []
      : [{ siteId: subnet.site_id, blocker: { type: "subnet", id: subnet.subnet_id, name: subnet.name } }]),
    ...(reservedIp === undefined ? [] : [sitedReservedIp(reservedIp)]),
  ]);
  if (reservedIp !== undefined) requireFree(reservedIp);
  if (publicIp && !(await hasFreeAddress(sql, siteId))) throw poolExhausted();
}

/**
 * Connects a VM that was just written, in the same transaction: it has its addresses before it has a machine.
 * @throws DomainError 404 or 409 for what has gone or was taken meanwhile
 */
export async function connectNewVm(
  context: RequestContext,
  vmId: string,
  siteId: string,
  network: NewVmNetwork,
): Promise<void> {
  const { sql, workspace } = context;
  const { subnet, publicIp, reservedIp, firewallGroupIds } = network;
  if (firewallGroupIds.length > 0) await linkFirewallGroups(sql, workspace.id, vmId, firewallGroupIds);
  if (subnet === undefined && !publicIp && reservedIp === undefined) return;
  const allocationId = subnet === undefined ? null : await joinSubnet(context, subnet, vmId);
  if (publicIp || reservedIp !== undefined) await givePublicIp(context, { vmId, siteId, allocationId }, reservedIp);
  await new VmAddresses(sql, workspace.id).show(vmId, "new");
}

async function joinSubnet(context: RequestContext, { vpc_id, subnet_id }: SubnetRow, vmId: string): Promise<string> {
  const subnet = await holdSubnet(context, vpc_id, subnet_id);
  return addNode(new VpcNodeRepository(context.sql, context.workspace.id, vpc_id), subnet, vmId, null);
}
