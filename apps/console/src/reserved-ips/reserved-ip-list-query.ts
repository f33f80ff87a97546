import { listPage } from "@/client/list-address.ts";

export const RESERVED_IP_LIST = { filters: { status: ["reserved", "attached"] }, sorts: [] } as const;

export const reservedIpListInput = listPage;

export function reservedIpInput(workspaceId: string, reservedIpId: string) {
  return { workspace_id: workspaceId, reserved_ip_id: reservedIpId };
}
