import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { lockLoadBalancer, VmAddresses } from "./address-holders.ts";
import { attachTo, found } from "./attach-reserved-ip.ts";
import { attachmentBlocker, toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

/**
 * design: Reserved IPs, move. Detaches and attaches in one transaction, so that the address is never nobody's. One that
 * the platform assigned is a part of what it is attached to, and stays there.
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
  // Read again: the VM may have been deleted meanwhile, and left the address.
  const held = found(await ips.lock(reserved_ip_id));
  const present = attachmentBlocker(held);
  if (present !== undefined && Object.values(target).includes(present.id)) return toReservedIp(held, workspace);
  if (present !== undefined) await ips.loosen(reserved_ip_id);
  if (held.attached_vm_id !== null) await vms.show(held.attached_vm_id);
  await attachTo(context, ips, reserved_ip_id, target);
  if (held.reservation_type === "platform_assigned") {
    throw conflict(
      "reserved_ip_platform_assigned",
      "The platform assigned this address to what it is attached to; reserve an address to move it.",
    );
  }
  return toReservedIp(found(await ips.get(reserved_ip_id)), workspace);
};
