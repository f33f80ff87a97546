import type { Handler, RequestContext } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/domain-error.ts";
import { lockLoadBalancer } from "../load-balancing/load-balancer-lock.ts";
import { lockNatGateway } from "./nat-gateway-repository.ts";
import { requireFree, requireVmWithoutIp } from "./public-ip-guards.ts";
import { type Attachment, ReservedIpRepository, type ReservedIpRow, toReservedIp } from "./reserved-ip-repository.ts";
import { requireSameSite } from "./site-guard.ts";
import { requireAttachable, VmAddresses, vmBlocker } from "./vm-addresses.ts";

/** Attaches a reserved IP to a VM, a NAT gateway or a load balancer, whichever the body names. */
export const attachReservedIp: Handler<"reservedIp.attach"> = async (context, { reserved_ip_id, vm_id, nat_gateway_id, load_balancer_id }) => {
  const ips = new ReservedIpRepository(context.sql, context.workspace.id);
  await ips.beginChange();
  if ((await ips.get(reserved_ip_id)) === undefined) throw notFound("reserved IP");
  if (vm_id !== undefined) await attachToVm(context, ips, reserved_ip_id, vm_id);
  if (nat_gateway_id !== undefined) await attachToNatGateway(context, ips, reserved_ip_id, nat_gateway_id);
  if (load_balancer_id !== undefined) await attachToLoadBalancer(context, ips, reserved_ip_id, load_balancer_id);
  return toReservedIp(found(await ips.get(reserved_ip_id)), context.workspace);
};

async function attachToVm({ sql, workspace }: RequestContext, ips: ReservedIpRepository, publicIpId: string, vmId: string): Promise<void> {
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

async function attachToNatGateway({ sql, workspace }: RequestContext, ips: ReservedIpRepository, publicIpId: string, natGatewayId: string): Promise<void> {
  const gateway = await lockNatGateway(sql, workspace.id, natGatewayId);
  if (gateway === undefined) throw notFound("NAT gateway");
  const ip = found(await ips.lock(publicIpId));
  requireSameSite(ip.site_id, [{ siteId: gateway.site_id, blocker: { type: "nat_gateway", id: natGatewayId, name: gateway.name } }]);
  requireFree(ip);
  if (gateway.public_ip_id !== null) {
    throw conflict("nat_gateway_has_public_ip", "The NAT gateway has a public address already; detach that first.", [
      { type: "reserved_ip", id: gateway.public_ip_id, name: gateway.public_ip ?? "" },
    ]);
  }
  await ips.attach(publicIpId, { natGatewayId });
}

async function attachToLoadBalancer({ sql, workspace }: RequestContext, ips: ReservedIpRepository, publicIpId: string, loadBalancerId: string): Promise<void> {
  const balancer = await lockLoadBalancer(sql, workspace.id, loadBalancerId);
  if (balancer === undefined) throw notFound("load balancer");
  const ip = found(await ips.lock(publicIpId));
  requireSameSite(ip.site_id, [{ siteId: balancer.site_id, blocker: { type: "load_balancer", id: loadBalancerId, name: balancer.name } }]);
  requireFree(ip);
  const present = await ips.findOfLoadBalancer(loadBalancerId);
  if (present !== undefined) {
    throw conflict("load_balancer_has_public_ip", "The load balancer has a public address already; detach that first.", [
      { type: "reserved_ip", id: present.public_ip_id, name: present.address },
    ]);
  }
  await ips.attach(publicIpId, { loadBalancerId });
}

/** What was there a moment ago may have been given back meanwhile. */
function found(row: ReservedIpRow | undefined): ReservedIpRow {
  if (row === undefined) throw notFound("reserved IP");
  return row;
}
