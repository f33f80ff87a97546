import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { lockLoadBalancer, requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { lockNatGateway } from "./nat-gateway-repository.ts";
import { requireFree, requireVmWithoutIp } from "./public-ip-guards.ts";
import { type ReservedIpRow, toReservedIp } from "./reserved-ip-record.ts";
import { type Attachment, ReservedIpRepository } from "./reserved-ip-repository.ts";
import { requireSameSite } from "./site-guard.ts";

/** What an address is to be attached to: exactly one of them. */
export interface AttachmentTarget {
  readonly vm_id?: string | undefined;
  readonly nat_gateway_id?: string | undefined;
  readonly load_balancer_id?: string | undefined;
}

/** Attaches a reserved IP to a VM, a NAT gateway or a load balancer, whichever the body names. */
export const attachReservedIp: Handler<"reservedIp.attach"> = async (context, { reserved_ip_id, ...target }) => {
  const ips = new ReservedIpRepository(context.sql, context.workspace.id);
  await ips.beginChange();
  if ((await ips.get(reserved_ip_id)) === undefined) throw notFound("reserved IP");
  await attachTo(context, ips, reserved_ip_id, target);
  return toReservedIp(found(await ips.get(reserved_ip_id)), context.workspace);
};

/**
 * Attaches an address that is attached to nothing; the caller has begun the change. @throws DomainError 404 for the
 * target, 409
 */
export async function attachTo(
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
  const attachment: Attachment = { vmId, allocationId: await vms.firstNode(vmId) };
  await ips.attach(publicIpId, attachment);
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

/** What was there a moment ago may have been given back meanwhile. */
export function found(row: ReservedIpRow | undefined): ReservedIpRow {
  if (row === undefined) throw notFound("reserved IP");
  return row;
}
