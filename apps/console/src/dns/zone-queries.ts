import type { DnsRecordSet } from "@fulmar/contract";
import { DNS_RECORD_TYPES, DNS_ZONE_STATUSES } from "@fulmar/contract/dns";
import { defineList, listIn, type WorkspacePath } from "@/client/list.ts";

/** Input of a zone's pages. Server and browser must use the same input to share the cached answer. */
export function zoneInput(workspaceId: string, zoneId: string) {
  return { workspace_id: workspaceId, zone_id: zoneId };
}

export const zoneList = defineList({
  filters: { status: DNS_ZONE_STATUSES },
  several: ["status"],
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.dnsZone.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status, pending_changes }) => status === "pending" || pending_changes,
});

export interface ZonePath extends WorkspacePath {
  readonly zoneId: string;
}

/** The id of the resource that a record set follows. */
export function followedBy({ vm_id, load_balancer_id, reserved_ip_id }: DnsRecordSet): string | null {
  return vm_id ?? load_balancer_id ?? reserved_ip_id;
}

export const recordSetList = listIn<ZonePath>()({
  filters: { type: DNS_RECORD_TYPES },
  several: ["type"],
  sorts: [],
  ask: (trpc, { workspaceId, zoneId }, page) =>
    trpc.dnsRecordSet.list.queryOptions({ ...zoneInput(workspaceId, zoneId), ...page }),
  refersTo: (set) => [followedBy(set)],
});
