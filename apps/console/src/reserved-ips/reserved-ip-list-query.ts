import { LISTED_RESERVED_IP_STATUSES, type ReservedIp } from "@fulmar/contract/networking";
import { listPage } from "@/client/list-address.ts";

export const RESERVED_IP_LIST = { filters: { status: LISTED_RESERVED_IP_STATUSES }, sorts: [] } as const;

export const reservedIpListInput = listPage;

/** What the page of an address names: what it is attached to, and where that is. */
export function referredBy(ip: ReservedIp | undefined): readonly (string | null)[] {
  return ip === undefined ? [] : [ip.attached_resource_id, ip.attached_vpc_id, ip.attached_subnet_id];
}

export function reservedIpInput(workspaceId: string, reservedIpId: string) {
  return { workspace_id: workspaceId, reserved_ip_id: reservedIpId };
}
