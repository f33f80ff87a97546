import type { RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { VmAddresses } from "./address-holders.ts";
import { keepFirewallGroups, linkFirewallGroups } from "./firewall-instances.ts";
import { hasFreeAddress, poolExhausted } from "./public-addresses.ts";
import { requireSameSite } from "./require-same-site.ts";
import { type ReservedIpRow, requireFree, sitedReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";
import { SubnetRepository, type SubnetRow } from "./subnets.ts";
import { VpcNodeRepository } from "./vpc-node-repository.ts";
import { requireVpc } from "./vpcs.ts";

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

/** The network fields of a create. The contract checks that VPC and subnet come together. */
interface NetworkRequest {
  readonly vpc_id?: string | undefined;
  readonly subnet_id?: string | undefined;
  /** Whether the platform assigns an address of its pool. */
  readonly public_ip: boolean;
  readonly reserved_ip_id?: string | undefined;
  readonly firewall_group_ids: readonly string[];
}

/** The rows that a `NetworkRequest` names. */
interface NewVmNetwork {
  readonly subnet: SubnetRow | undefined;
  readonly publicIp: boolean;
  readonly reservedIp: ReservedIpRow | undefined;
  readonly firewallGroupIds: readonly string[];
}

/**
 * Reads the network parts for a new VM. A request without any costs no query. Subnet and reserved IP are not locked
 * while billing decides, so that concurrent creates in one subnet do not wait for each other. `connectNewVm` refuses if
 * another request was faster.
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

/** @throws DomainError 409 when a part is in use or at another site than the VM, or the site has no address left */
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
