import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { lockLoadBalancer, VmAddresses } from "./address-holders.ts";
import { attachmentBlocker, type ReservedIpRow, toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

/**
 * spec: POST /networking/reserved-ips/{reserved_ip_id}/detach. One that is attached to nothing is answered unchanged.
 * An address that the platform assigned lives as long as its attachment: it is answered as `released` and is gone.
 */
export const detachReservedIp: Handler<"reservedIp.detach"> = async ({ sql, workspace }, { reserved_ip_id }) => {
  const ips = new ReservedIpRepository(sql, workspace.id);
  const vms = new VmAddresses(sql, workspace.id);
  await ips.beginChange();
  const seen = await ips.get(reserved_ip_id);
  if (seen?.attached_vm_id != null) await vms.lock(seen.attached_vm_id);
  if (seen?.attached_load_balancer_id != null)
    await lockLoadBalancer(sql, workspace.id, seen.attached_load_balancer_id);
  // Read again: the VM may have been deleted meanwhile, and left the address.
  const held = await ips.lock(reserved_ip_id);
  if (held === undefined) throw notFound("reserved IP");
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
