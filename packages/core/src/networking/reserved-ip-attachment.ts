import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { lockLoadBalancer, requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { lockNatGateway } from "./nat-gateway-repository.ts";
import { requireSameSite } from "./require-same-site.ts";
import { attachmentBlocker, type ReservedIpRow, requireFree, toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository, requireVmWithoutIp } from "./reserved-ip-repository.ts";

/** The target of an attachment. Exactly one field is set. */
interface AttachmentTarget {
  readonly vm_id?: string | undefined;
  readonly nat_gateway_id?: string | undefined;
  readonly load_balancer_id?: string | undefined;
}

/** Attaches a reserved IP to the VM, NAT gateway or load balancer in the body. */
export const attachReservedIp: Handler<"reservedIp.attach"> = async (context, { reserved_ip_id, ...target }) => {
  const ips = new ReservedIpRepository(context.sql, context.workspace.id);
  await ips.beginChange();
  if ((await ips.get(reserved_ip_id)) === undefined) throw notFound("reserved IP");
  await attachTo(context, ips, reserved_ip_id, target);
  return toReservedIp(found(await ips.get(reserved_ip_id)), context.workspace);
};

/**
 * Detaches and attaches in one transaction, so that the workspace never loses the address.
 * A platform-assigned address belongs to its attachment and cannot be moved.
 */
export const moveReservedIp: Handler<"reservedIp.move"> = async (context, { reserved_ip_id, ...target }) => {
  const { sql, workspace } = context;
  const ips = new ReservedIpRepository(sql, workspace.id);
  const vms = new VmAddresses(sql, workspace.id);
  await ips.beginChange();
  const seen = await ips.get(reserved_ip_id);
  if (seen === undefined) throw notFound("reserved IP");
  if (seen.attached_vm_id !== null) await vms.lock(seen.attached_vm_id);
  if (seen.attached_load_balancer_id !== null)
    await lockLoadBalancer(sql, workspace.id, seen.attached_load_balancer_id);
  // Read again, because a concurrent deletion of the VM detaches the address.
  const held = found(await ips.lock(reserved_ip_id));
  const present = attachmentBlocker(held);
  if (present !== undefined && Object.values(target).includes(present.id)) return toReservedIp(held, workspace);
  if (present !== undefined) await ips.detachToMove(reserved_ip_id);
  if (held.attached_vm_id !== null) await vms.show(held.attached_vm_id);
  await attachTo(context, ips, reserved_ip_id, target);
  if (held.reservation_type === "platform_assigned") {
    throw conflict(
      "reserved_ip_platform_assigned",
      "The platform assigned this address, so it cannot be moved; reserve an IP and attach that instead.",
    );
  }
  return toReservedIp(found(await ips.get(reserved_ip_id)), workspace);
};

/**
 * POST /networking/reserved-ips/{reserved_ip_id}/detach. A free address is returned unchanged. A
 * platform-assigned address ends with its attachment: it is deleted and returned as `released`.
 */
export const detachReservedIp: Handler<"reservedIp.detach"> = async ({ sql, workspace }, { reserved_ip_id }) => {
  const ips = new ReservedIpRepository(sql, workspace.id);
  const vms = new VmAddresses(sql, workspace.id);
  await ips.beginChange();
  const seen = await ips.get(reserved_ip_id);
  if (seen?.attached_vm_id != null) await vms.lock(seen.attached_vm_id);
  if (seen?.attached_load_balancer_id != null)
    await lockLoadBalancer(sql, workspace.id, seen.attached_load_balancer_id);
  // Read again, because a concurrent deletion of the VM detaches the address.
  const held = found(await ips.lock(reserved_ip_id));
  if (attachmentBlocker(held) === undefined) return toReservedIp(held, workspace);
  await ips.detach(held);
  if (held.attached_vm_id !== null) await vms.show(held.attached_vm_id);
  const detached = await ips.get(reserved_ip_id);
  return detached === undefined
    ? { ...toReservedIp(unattached(held), workspace), status: "released" }
    : toReservedIp(detached, workspace);
};

function unattached(row: ReservedIpRow): ReservedIpRow {
  return {
    ...row,
    attached_vm_id: null,
    attached_nat_gateway_id: null,
    attached_load_balancer_id: null,
    attached_vpc_id: null,
    attached_subnet_id: null,
  };
}

/**
 * Attaches a free address. The caller has called `beginChange`.
 * @throws DomainError 404 for the target; 409 when it has an address, or the address is in use or at another site
 */
async function attachTo(
  context: RequestContext,
  ips: ReservedIpRepository,
  publicIpId: string,
  target: AttachmentTarget,
): Promise<void> {
  const { vm_id, nat_gateway_id, load_balancer_id } = target;
  if (vm_id !== undefined) await attachToVm(context, ips, publicIpId, vm_id);
  if (nat_gateway_id !== undefined) await attachToNatGateway(context, ips, publicIpId, nat_gateway_id);
  if (load_balancer_id !== undefined) await attachToLoadBalancer(context, ips, publicIpId, load_balancer_id);
}

async function attachToVm(
  { sql, workspace }: RequestContext,
  ips: ReservedIpRepository,
  publicIpId: string,
  vmId: string,
): Promise<void> {
  const vms = new VmAddresses(sql, workspace.id);
  const vm = await vms.lock(vmId);
  if (vm === undefined) throw notFound("VM");
  const ip = found(await ips.lock(publicIpId));
  requireAttachable(vm);
  requireSameSite(ip.site_id, [{ siteId: vm.site_id, blocker: vmBlocker(vm) }]);
  requireFree(ip);
  await requireVmWithoutIp(ips, vm);
  await ips.attach(publicIpId, { vmId, allocationId: await vms.firstNode(vmId) });
  await vms.show(vmId);
}

async function attachToNatGateway(
  { sql, workspace }: RequestContext,
  ips: ReservedIpRepository,
  publicIpId: string,
  natGatewayId: string,
): Promise<void> {
  const gateway = await lockNatGateway(sql, workspace.id, natGatewayId);
  if (gateway === undefined) throw notFound("NAT gateway");
  const ip = found(await ips.lock(publicIpId));
  requireSameSite(ip.site_id, [
    { siteId: gateway.site_id, blocker: { type: "nat_gateway", id: natGatewayId, name: gateway.name } },
  ]);
  requireFree(ip);
  if (gateway.public_ip_id !== null) {
    throw conflict("nat_gateway_has_public_ip", "The NAT gateway has a public address already; detach that first.", [
      { type: "reserved_ip", id: gateway.public_ip_id, name: gateway.public_ip ?? "" },
    ]);
  }
  await ips.attach(publicIpId, { natGatewayId });
}

async function attachToLoadBalancer(
  { sql, workspace }: RequestContext,
  ips: ReservedIpRepository,
  publicIpId: string,
  loadBalancerId: string,
): Promise<void> {
  const balancer = await lockLoadBalancer(sql, workspace.id, loadBalancerId);
  if (balancer === undefined) throw notFound("load balancer");
  const ip = found(await ips.lock(publicIpId));
  requireSameSite(ip.site_id, [
    { siteId: balancer.site_id, blocker: { type: "load_balancer", id: loadBalancerId, name: balancer.name } },
  ]);
  requireFree(ip);
  const present = await ips.findOfLoadBalancer(loadBalancerId);
  if (present !== undefined) {
    throw conflict(
      "load_balancer_has_public_ip",
      "The load balancer has a public address already; detach that first.",
      [{ type: "reserved_ip", id: present.public_ip_id, name: present.address }],
    );
  }
  await ips.attach(publicIpId, { loadBalancerId });
}

/**
 * Another request may have released the address meanwhile.
 * @throws DomainError 404
 */
function found(row: ReservedIpRow | undefined): ReservedIpRow {
  if (row === undefined) throw notFound("reserved IP");
  return row;
}
