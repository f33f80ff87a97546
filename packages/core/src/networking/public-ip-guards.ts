import { conflict } from "../request/domain-error.ts";
import type { NetworkedVm } from "./address-holders.ts";
import { attachmentBlocker, type ReservedIpRow, reservedIpInUse } from "./reserved-ip-record.ts";
import type { ReservedIpRepository } from "./reserved-ip-repository.ts";

/** @throws DomainError 409 `reserved_ip_in_use` that names what the address is attached to */
export function requireFree(reservedIp: ReservedIpRow): void {
  const blocker = attachmentBlocker(reservedIp);
  if (blocker !== undefined) throw reservedIpInUse([blocker]);
}

/** A VM has one public address at most. @throws DomainError 409 `vm_has_public_ip` that names the address it has */
export async function requireVmWithoutIp(ips: ReservedIpRepository, vm: NetworkedVm): Promise<void> {
  const present = await ips.findOfVm(vm.vm_id);
  if (present === undefined) return;
  throw conflict("vm_has_public_ip", "The VM has a public address already; detach that first.", [
    { type: "reserved_ip", id: present.public_ip_id, name: present.address },
  ]);
}
