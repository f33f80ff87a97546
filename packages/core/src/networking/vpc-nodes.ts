import type { AttachVpcNode, VpcNodeAllocation } from "@fulmar/contract";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { type NetworkedVm, requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { addNode, givePublicIp, lockReservedIp, lockSubnet } from "./connect-vm.ts";
import { NatGatewayRepository } from "./nat-gateway-repository.ts";
import { requireSameSite } from "./require-same-site.ts";
import { type ReservedIpRow, requireFree, sitedReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository, requireVmWithoutIp } from "./reserved-ip-repository.ts";
import type { SubnetRow } from "./subnets.ts";
import { toVpcNode, VpcNodeRepository } from "./vpc-node-repository.ts";
import { requireVpc } from "./vpcs.ts";

/** POST /networking/vpcs/{vpc_id}/nodes. Locks the VM, the subnet and the reserved IP. */
export const attachVpcNode: Handler<"vpcNode.attach"> = async (context, { vpc_id, ...request }) => {
  if (request.reserved_public_ip_id != null && request.connectivity !== "public_ip") {
    throw invalidField("reserved_public_ip_id", "can be sent only with connectivity public_ip");
  }
  const { vm, subnet, reservedIp } = await lockParties(context, vpc_id, request);
  const nodes = new VpcNodeRepository(context.sql, context.workspace.id, vpc_id);
  await requireFit(context, nodes, { vm, subnet, reservedIp, request });
  const natGatewayId = request.connectivity === "nat" ? await natGatewayOf(context, subnet) : null;

  const allocationId = await addNode(nodes, subnet, vm.vm_id, natGatewayId);
  if (request.connectivity === "public_ip")
    await givePublicIp(context, { vmId: vm.vm_id, siteId: vm.site_id, allocationId }, reservedIp);
  await new VmAddresses(context.sql, context.workspace.id).show(vm.vm_id);
  return read(nodes, allocationId);
};

interface Parties {
  readonly vm: NetworkedVm;
  readonly subnet: SubnetRow;
  readonly reservedIp: ReservedIpRow | undefined;
}

/** @throws DomainError 404 for the VPC and for the resources that the body names */
async function lockParties(context: RequestContext, vpcId: string, request: AttachVpcNode): Promise<Parties> {
  const { sql, workspace } = context;
  await requireVpc(context, vpcId);
  if (request.connectivity === "public_ip") await new ReservedIpRepository(sql, workspace.id).beginChange();
  const vm = await new VmAddresses(sql, workspace.id).lock(request.vm_id);
  if (vm === undefined) throw notFound("VM");
  const subnet = await lockSubnet(context, vpcId, request.subnet_id);
  const reservedIp =
    request.reserved_public_ip_id == null ? undefined : await lockReservedIp(context, request.reserved_public_ip_id);
  return { vm, subnet, reservedIp };
}

/** @throws DomainError 409 with the blockers */
async function requireFit(
  context: RequestContext,
  nodes: VpcNodeRepository,
  { vm, subnet, reservedIp, request }: Parties & { request: AttachVpcNode },
): Promise<void> {
  requireAttachable(vm);
  requireSameSite(subnet.site_id, [
    { siteId: vm.site_id, blocker: vmBlocker(vm) },
    ...(reservedIp === undefined ? [] : [sitedReservedIp(reservedIp)]),
  ]);
  const present = await nodes.find(subnet.subnet_id, vm.vm_id);
  if (present !== undefined) {
    throw conflict(
      "vm_already_attached",
      "The VM is attached to this subnet already; detach it first or use another subnet.",
      [{ type: "vpc_node", id: present.allocation_id, name: present.private_ip }],
    );
  }
  if (reservedIp !== undefined) requireFree(reservedIp);
  if (request.connectivity === "public_ip")
    await requireVmWithoutIp(new ReservedIpRepository(context.sql, context.workspace.id), vm);
}

/** The NAT gateway that serves a subnet. @throws DomainError 409 when there is none, or it has no public address */
async function natGatewayOf({ sql, workspace }: RequestContext, subnet: SubnetRow): Promise<string> {
  const gateway = await new NatGatewayRepository(sql, workspace.id, subnet.vpc_id).keepServing(subnet.subnet_id);
  if (gateway === undefined) {
    throw conflict(
      "nat_gateway_required",
      "No NAT gateway of the VPC serves this subnet; create one for it, or choose another connectivity.",
    );
  }
  if (gateway.public_ip_id === null) {
    throw conflict(
      "nat_gateway_without_public_ip",
      "The NAT gateway of this subnet has no public address; attach a reserved IP to it first.",
      [{ type: "nat_gateway", id: gateway.nat_gateway_id, name: gateway.name }],
    );
  }
  return gateway.nat_gateway_id;
}

async function read(nodes: VpcNodeRepository, allocationId: string): Promise<VpcNodeAllocation> {
  const row = await nodes.get(allocationId);
  if (row === undefined) throw new Error("the database created no node");
  return toVpcNode(row);
}

export const listVpcNodes: Handler<"vpcNode.list"> = async (
  { sql, workspace },
  { vpc_id, limit, cursor, ...filter },
) => {
  await requireVpc({ sql, workspace }, vpc_id);
  const rows = await new VpcNodeRepository(sql, workspace.id, vpc_id).list(
    filter,
    decodeCursor(cursor, "alloc"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.allocation_id, toVpcNode);
};

/** Detaches a VM from a subnet. A public address that the node carries is detached too. */
export const detachVpcNode: Handler<"vpcNode.detach"> = async ({ sql, workspace }, { vpc_id, allocation_id }) => {
  const nodes = new VpcNodeRepository(sql, workspace.id, vpc_id);
  const vms = new VmAddresses(sql, workspace.id);
  const ips = new ReservedIpRepository(sql, workspace.id);
  await ips.beginChange();
  const seen = await nodes.get(allocation_id);
  if (seen === undefined) throw notFound("VPC node");
  await vms.lock(seen.vm_id);
  // Read again, because a concurrent deletion of the VM deletes its nodes.
  const node = await nodes.get(allocation_id);
  if (node === undefined) throw notFound("VPC node");
  const publicIp = node.public_ip_id === null ? undefined : await ips.lock(node.public_ip_id);
  if (publicIp !== undefined) await ips.detach(publicIp);
  await nodes.delete(allocation_id);
  await vms.show(node.vm_id);
  return { status: "deleted", id: allocation_id };
};
