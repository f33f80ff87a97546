import type { Blocker, ReservedIp } from "@fulmar/contract";
import type { RowOf } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import { conflict, type DomainError, shownProtection } from "../request/domain-error.ts";
import type { Sited } from "./require-same-site.ts";

/** A reserved IP as lists and gets read it. */
export type ReservedIpRow = RowOf<"reserved_ip_get">;

export function reservedIpInUse(blockers?: readonly Blocker[]): DomainError {
  return conflict("reserved_ip_in_use", "The reserved IP is attached to a resource; detach it first.", blockers);
}

/** The resource that an address is attached to, as a blocker. Undefined when the address is free. */
export function attachmentBlocker(row: ReservedIpRow): Blocker | undefined {
  const name = row.attached_resource_name ?? "";
  if (row.attached_vm_id !== null)
    return { type: `${row.attached_vm_type ?? "cloud"}_vm`, id: row.attached_vm_id, name };
  if (row.attached_nat_gateway_id !== null) return { type: "nat_gateway", id: row.attached_nat_gateway_id, name };
  if (row.attached_load_balancer_id !== null) return { type: "load_balancer", id: row.attached_load_balancer_id, name };
  return undefined;
}

/** A reserved IP with its site, as a blocker. */
export function sitedReservedIp({ site_id: siteId, public_ip_id: id, address: name }: ReservedIpRow): Sited {
  return { siteId, blocker: { type: "reserved_ip", id, name } };
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
    ...shownProtection(row.deletion_protection),
  };
}

/** @throws DomainError 409 `reserved_ip_in_use` that names the resource of the attachment */
export function requireFree(reservedIp: ReservedIpRow): void {
  const blocker = attachmentBlocker(reservedIp);
  if (blocker !== undefined) throw reservedIpInUse([blocker]);
}
