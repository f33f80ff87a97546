import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
import { lockLoadBalancer, requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { lockNatGateway } from "./nat-gateways.ts";
import { requireSameSite } from "./require-same-site.ts";
import {
  attachAddress,
  attachmentBlocker,
  beginAddressChange,
  detachAddress,
  detachToMove,
  findReservedIp,
  lockReservedIp,
  type ReservedIpRow,
  readReservedIp,
  requireFree,
  requireVmWithoutIp,
  reservedIpOfBalancer,
  toReservedIp,
  UNATTACHED,
} from "./reserved-ips.ts";

/** The target of an attachment. Exactly one field is set. */
interface AttachmentTarget {
  readonly vm_id?: string | undefined;
  readonly nat_gateway_id?: string | undefined;
  readonly load_balancer_id?: string | undefined;
}

/** Attaches a reserved IP to the VM, NAT gateway or load balancer in the body. */
export const attachReservedIp: Handler<"reservedIp.attach"> = async (context, { reserved_ip_id, ...target }) => {
  await beginAddressChange(context);
  await readReservedIp(context, reserved_ip_id);
  await attachTo(context, reserved_ip_id, target);
  return toReservedIp(await readReservedIp(context, reserved_ip_id), context.workspace);
};

/**
 * Detaches and attaches in one transaction, so that the workspace never loses the address. A platform-assigned address
 * belongs to its attachment and cannot be moved.
 */
export const moveReservedIp: Handler<"reservedIp.move"> = async (context, { reserved_ip_id, ...target }) => {
  const { sql, workspace } = context;
  const held = await lockWithHolder(context, reserved_ip_id);
  const present = attachmentBlocker(held);
  if (present !== undefined && Object.values(target).includes(present.id)) return toReservedIp(held, workspace);
  if (present !== undefined) await detachToMove(context, reserved_ip_id);
  if (held.attached_vm_id !== null) await new VmAddresses(sql, workspace.id).show(held.attached_vm_id);
  await attachTo(context, reserved_ip_id, target);
  if (held.reservation_type === "platform_assigned") {
    throw conflict(
      "reserved_ip_platform_assigned",
      "The platform assigned this address, so it cannot be moved; reserve an IP and attach that instead.",
    );
  }
  return toReservedIp(await readReservedIp(context, reserved_ip_id), workspace);
};

/**
 * Detaches an address. A free one is returned unchanged. A platform-assigned one ends with its attachment: it is deleted
 * and returned as `released`.
 */
export const detachReservedIp: Handler<"reservedIp.detach"> = async (context, { reserved_ip_id }) => {
  const { sql, workspace } = context;
  const held = await lockWithHolder(context, reserved_ip_id);
  if (attachmentBlocker(held) === undefined) return toReservedIp(held, workspace);
  await detachAddress(context, held);
  if (held.attached_vm_id !== null) await new VmAddresses(sql, workspace.id).show(held.attached_vm_id);
  const detached = await findReservedIp(context, reserved_ip_id);
  if (detached !== undefined) return toReservedIp(detached, workspace);
  const unattached = { ...held, ...UNATTACHED, attached_vpc_id: null, attached_subnet_id: null };
  return { ...toReservedIp(unattached, workspace), status: "released" };
};

/** Locks an address, and before it the VM or load balancer that it is attached to. @throws DomainError 404 */
async function lockWithHolder(context: RequestContext, public_ip_id: string): Promise<ReservedIpRow> {
  const { sql, workspace } = context;
  await beginAddressChange(context);
  const seen = await readReservedIp(context, public_ip_id);
  if (seen.attached_vm_id !== null) await new VmAddresses(sql, workspace.id).lock(seen.attached_vm_id);
  if (seen.attached_load_balancer_id !== null) await lockLoadBalancer(context, seen.attached_load_balancer_id);
  // Read again, because a concurrent deletion of the VM detaches the address.
  return lockReservedIp(context, public_ip_id);
}

/**
 * Attaches a free address. The caller has called `beginAddressChange`.
 * @throws DomainError 404 for the target; 409 when it has an address, or the address is in use or at another site
 */
async function attachTo(context: RequestContext, public_ip_id: string, target: AttachmentTarget): Promise<void> {
  const { vm_id, nat_gateway_id, load_balancer_id } = target;
  if (vm_id !== undefined) await attachToVm(context, public_ip_id, vm_id);
  if (nat_gateway_id !== undefined) await attachToNatGateway(context, public_ip_id, nat_gateway_id);
  if (load_balancer_id !== undefined) await attachToLoadBalancer(context, public_ip_id, load_balancer_id);
}

async function attachToVm(context: RequestContext, public_ip_id: string, vm_id: string): Promise<void> {
  const vms = new VmAddresses(context.sql, context.workspace.id);
  const vm = found(await vms.lock(vm_id), "VM");
  const ip = await lockReservedIp(context, public_ip_id);
  requireAttachable(vm);
  requireSameSite(ip.site_id, [{ siteId: vm.site_id, blocker: vmBlocker(vm) }]);
  requireFree(ip);
  await requireVmWithoutIp(context, vm);
  const attached_allocation_id = await vms.firstNode(vm_id);
  await attachAddress(context, public_ip_id, { attached_vm_id: vm_id, attached_allocation_id });
  await vms.show(vm_id);
}

async function attachToNatGateway(context: RequestContext, public_ip_id: string, id: string): Promise<void> {
  const gateway = await lockNatGateway(context, id);
  const ip = await lockReservedIp(context, public_ip_id);
  requireSameSite(ip.site_id, [{ siteId: gateway.site_id, blocker: { type: "nat_gateway", id, name: gateway.name } }]);
  requireFree(ip);
  if (gateway.public_ip_id !== null) {
    throw conflict("nat_gateway_has_public_ip", "The NAT gateway has a public address already; detach that first.", [
      { type: "reserved_ip", id: gateway.public_ip_id, name: gateway.public_ip ?? "" },
    ]);
  }
  await attachAddress(context, public_ip_id, { attached_nat_gateway_id: id });
}

async function attachToLoadBalancer(context: RequestContext, public_ip_id: string, id: string): Promise<void> {
  const balancer = found(await lockLoadBalancer(context, id), "load balancer");
  const ip = await lockReservedIp(context, public_ip_id);
  requireSameSite(ip.site_id, [
    { siteId: balancer.site_id, blocker: { type: "load_balancer", id, name: balancer.name } },
  ]);
  requireFree(ip);
  const present = await reservedIpOfBalancer(context, id);
  if (present !== undefined) {
    throw conflict(
      "load_balancer_has_public_ip",
      "The load balancer has a public address already; detach that first.",
      [{ type: "reserved_ip", id: present.public_ip_id, name: present.address }],
    );
  }
  await attachAddress(context, public_ip_id, { attached_load_balancer_id: id });
}
