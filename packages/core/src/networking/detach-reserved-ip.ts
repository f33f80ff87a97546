import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { ReservedIpRepository, type ReservedIpRow, toReservedIp } from "./reserved-ip-repository.ts";
import { VmAddresses } from "./vm-addresses.ts";

/**
 * spec: POST /networking/reserved-ips/{reserved_ip_id}/detach. One that is attached to nothing is answered unchanged.
 * An address that the platform assigned lives as long as its attachment: it is answered as `released` and is gone.
 */
export const detachReservedIp: Handler<"reservedIp.detach"> = async ({ sql, workspace }, { reserved_ip_id }) => {
  const ips = new ReservedIpRepository(sql, workspace.id);
  const vms = new VmAddresses(sql, workspace.id);
  const held = await holdWithVm(ips, vms, reserved_ip_id);
  if (held === undefined) throw notFound("reserved IP");
  if (held.attached_vm_id === null && held.attached_nat_gateway_id === null) return toReservedIp(held, workspace);
  await ips.detach(held);
  if (held.attached_vm_id !== null) await vms.show(held.attached_vm_id);
  const detached = await ips.get(reserved_ip_id);
  return detached === undefined ? { ...toReservedIp(unattached(held), workspace), status: "released" } : toReservedIp(detached, workspace);
};

/** Holds the VM first and the address second, as every other request does; goes round again when the address moved to another VM meanwhile. */
async function holdWithVm(ips: ReservedIpRepository, vms: VmAddresses, publicIpId: string): Promise<ReservedIpRow | undefined> {
  for (;;) {
    const seen = await ips.get(publicIpId);
    if (seen === undefined) return undefined;
    if (seen.attached_vm_id !== null) await vms.lock(seen.attached_vm_id);
    const held = await ips.lock(publicIpId);
    if (held === undefined || held.attached_vm_id === null || held.attached_vm_id === seen.attached_vm_id) return held;
  }
}

function unattached(row: ReservedIpRow): ReservedIpRow {
  return { ...row, attached_vm_id: null, attached_nat_gateway_id: null, attached_vpc_id: null, attached_subnet_id: null };
}
