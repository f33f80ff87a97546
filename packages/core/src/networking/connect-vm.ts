import type { RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import type { ReservedIpRow } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";
import type { Sited } from "./site-guard.ts";
import { SubnetRepository, type SubnetRow } from "./subnet-repository.ts";
import type { VpcNodeRepository } from "./vpc-node-repository.ts";
import { VpcRepository } from "./vpc-repository.ts";

type Scope = Pick<RequestContext, "sql" | "workspace">;

/** @throws DomainError 404 */
export async function requireVpc({ sql, workspace }: Scope, vpcId: string): Promise<void> {
  if ((await new VpcRepository(sql, workspace.id).get(vpcId)) === undefined) throw notFound("VPC");
}

/** Holds the subnet that a VM gets an address of. @throws DomainError 404 */
export async function holdSubnet({ sql, workspace }: Scope, vpcId: string, subnetId: string): Promise<SubnetRow> {
  const subnet = await new SubnetRepository(sql, workspace.id, vpcId).lock(subnetId, "change");
  if (subnet === undefined) throw notFound("subnet");
  return subnet;
}

/** Holds the reserved IP that a VM gets. @throws DomainError 404 */
export async function holdReservedIp({ sql, workspace }: Scope, reservedIpId: string): Promise<ReservedIpRow> {
  const reservedIp = await new ReservedIpRepository(sql, workspace.id).lock(reservedIpId);
  if (reservedIp === undefined) throw notFound("reserved IP");
  return reservedIp;
}

/** Where a reserved IP is, as what stands in the way elsewhere. */
export function sitedReservedIp(reservedIp: ReservedIpRow): Sited {
  return {
    siteId: reservedIp.site_id,
    blocker: { type: "reserved_ip", id: reservedIp.public_ip_id, name: reservedIp.address },
  };
}

/**
 * Gives a VM the next free address of a subnet that is held. @returns the node's id @throws DomainError 409
 * `subnet_full`
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

/**
 * Attaches a reserved IP to a VM, else an address that the platform assigns for as long as what carries it is there.
 */
export async function givePublicIp(
  { sql, workspace }: Scope,
  vm: { readonly vmId: string; readonly siteId: string; readonly allocationId: string | null },
  reservedIp: ReservedIpRow | undefined,
): Promise<void> {
  const ips = new ReservedIpRepository(sql, workspace.id);
  const attachment = { vmId: vm.vmId, allocationId: vm.allocationId };
  if (reservedIp === undefined)
    await ips.insert({ siteId: vm.siteId, label: "", reverseDns: "", type: "platform_assigned", attachment });
  else await ips.attach(reservedIp.public_ip_id, attachment);
}
