import type { ReservedIp } from "@fulmar/contract";
import { LISTED_RESERVED_IP_STATUSES } from "@fulmar/contract/networking";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, rowCountOf, type WorkspacePath } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";

export const reservedIpList = defineList({
  filters: { status: LISTED_RESERVED_IP_STATUSES },
  texts: ["site_id"],
  several: ["status", "site_id"],
  count: rowCountOf("reserved_ip"),
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.reservedIp.list.queryOptions({ workspace_id: workspaceId, ...page }),
  refersTo: ({ attached_resource_id }) => [attached_resource_id],
  beside: (trpc, path) => [sitesQuestion(trpc, path)],
});

export interface ReservedIpPath extends WorkspacePath {
  readonly reservedIpId: string;
}

export function reservedIpQuestion(trpc: Trpc, { workspaceId, reservedIpId }: ReservedIpPath) {
  return trpc.reservedIp.get.queryOptions({ workspace_id: workspaceId, reserved_ip_id: reservedIpId });
}

/** The resources that an address's page names: the one it is attached to, and its place. */
export function referredBy(ip: ReservedIp | undefined): readonly (string | null)[] {
  return ip === undefined ? [] : [ip.attached_resource_id, ip.attached_vpc_id, ip.attached_subnet_id];
}
