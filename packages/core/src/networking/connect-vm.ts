import type { RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { VmAddresses } from "./address-holders.ts";
import { linkFirewallGroups } from "./firewall-instances.ts";
import type { ReservedIpRow } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";
import { SubnetRepository, type SubnetRow } from "./subnets.ts";
import { VpcNodeRepository } from "./vpc-node-repository.ts";

type Scope = Pick<RequestContext, "sql" | "workspace">;

/**
 * Locks the subnet of a VM's new address.
 * @throws DomainError 404
 */
export async function lockSubnet({ sql, workspace }: Scope, vpcId: string, subnetId: string): Promise<SubnetRow> {
  const subnet = await new SubnetRepository(sql, workspace.id, vpcId).lock(subnetId, "change");
  if (subnet === undefined) throw notFound("subnet");
  return subnet;
}

/**
 * Locks the reserved IP for a VM.
 * @throws DomainError 404
 */
export async function lockReservedIp({ sql, workspace }: Scope, reservedIpId: string): Promise<ReservedIpRow> {
  const reservedIp = await new ReservedIpRepository(sql, workspace.id).lock(reservedIpId);
  if (reservedIp === undefined) throw notFound("reserved IP");
  return reservedIp;
}

/**
 * Gives a VM the next free address of a locked subnet.
 * @returns the node's id
 * @throws DomainError 409 `subnet_full`
 */
export async function addNode(
  nodes: VpcNodeRepository,
  subnet: SubnetRow,
  vmId: string,
  natGatewayId: string | null,
): Promise<string> {
  const allocationId = newId("alloc");
  if (await nodes.insert({ allocationId, subnetId: subnet.subnet_id, vmId, natGatewayId })) return allocationId;
  throw conflict("subnet_full", "The subnet has no address left; detach a node, or use another subnet.", [
    { type: "subnet", id: subnet.subnet_id, name: subnet.name },
  ]);
}

/** Attaches a reserved IP to a VM, or else an address that the platform assigns. */
export async function givePublicIp(
  { sql, workspace }: Scope,
  vm: { readonly vmId: string; readonly siteId: string; readonly allocationId: string | null },
  reservedIp: ReservedIpRow | undefined,
): Promise<void> {
  const ips = new ReservedIpRepository(sql, workspace.id);
  const { vmId, siteId, allocationId } = vm;
  await ips.attachOrAssign(reservedIp?.public_ip_id, siteId, { vmId, allocationId });
}

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
  const { sql, workspace } = context;
  const { subnet, publicIp, reservedIp, firewallGroupIds } = network;
  if (firewallGroupIds.length > 0) await linkFirewallGroups(sql, workspace.id, vmId, firewallGroupIds);
  if (subnet === undefined && !publicIp && reservedIp === undefined) return;
  const allocationId = subnet === undefined ? null : await joinSubnet(context, subnet, vmId);
  if (publicIp || reservedIp !== undefined) await givePublicIp(context, { vmId, siteId, allocationId }, reservedIp);
  await new VmAddresses(sql, workspace.id).show(vmId, "new");
}

async function joinSubnet(context: RequestContext, { vpc_id, subnet_id }: SubnetRow, vmId: string): Promise<string> {
  const subnet = await lockSubnet(context, vpc_id, subnet_id);
  return addNode(new VpcNodeRepository(context.sql, context.workspace.id, vpc_id), subnet, vmId, null);
}
