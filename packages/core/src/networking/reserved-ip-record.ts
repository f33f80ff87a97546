import type { Blocker, ReservedIp } from "@fulmar/contract";
import type { RowOf } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import { conflict, type DomainError } from "../request/domain-error.ts";
import type { NetworkedVm } from "./address-holders.ts";
import type { ReservedIpRepository } from "./reserved-ip-repository.ts";

/** A reserved IP as lists and gets read it. */
export type ReservedIpRow = RowOf<"reserved_ip_get">;

export function reservedIpInUse(blockers?: readonly Blocker[]): DomainError {
  return conflict("reserved_ip_in_use", "The reserved IP is attached to something; detach it first.", blockers);
}

/** What an address is attached to, as what stands in the way of a request; undefined when it is free. */
export function attachmentBlocker(row: ReservedIpRow): Blocker | undefined {
  const name = row.attached_resource_name ?? "";
  if (row.attached_vm_id !== null)
    return { type: `${row.attached_vm_type ?? "cloud"}_vm`, id: row.attached_vm_id, name };
  if (row.attached_nat_gateway_id !== null) return { type: "nat_gateway", id: row.attached_nat_gateway_id, name };
  if (row.attached_load_balancer_id !== null) return { type: "load_balancer", id: row.attached_load_balancer_id, name };
  return undefined;
}

export function toReservedIp(row: ReservedIpRow, workspace: Workspace): ReservedIp {
  const { attached_vm_id: vmId, attached_nat_gateway_id: natGatewayId } = row;
  const resourceId = vmId ?? natGatewayId ?? row.attached_load_balancer_id;
  return {
    public_ip_id: row.public_ip_id,
    address: row.address,
    site_id: row.site_id,
    status: resourceId === null ? "reserved" : "attached",
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    label: row.label,
    reverse_dns: row.reverse_dns,
    reservation_type: row.reservation_type,
    attached_resource_type:
      resourceId === null ? null : vmId !== null ? "vm" : natGatewayId !== null ? "nat_gateway" : "load_balancer",
    attached_resource_id: resourceId,
    attached_vpc_id: row.attached_vpc_id,
    attached_subnet_id: row.attached_subnet_id,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

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
