import type { Quota } from "@fulmar/contract";
import { defineList, WHOLE_LIST } from "@/client/list.ts";

export const memberList = defineList({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId }, page) => trpc.member.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export const invitationList = defineList({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId }, page) => trpc.invitation.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

/** Input of `quota.list`. Server and browser must use the same input to share the cached answer. */
export function quotaInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 100 };
}

/** The last requests of a workspace for higher quotas. */
export const quotaRequestList = defineList({
  ...WHOLE_LIST,
  pageSize: 10,
  ask: (trpc, { workspaceId }, page) => trpc.quotaRequest.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export const QUOTA_NAME: Readonly<Record<Quota["resource"], string>> = {
  buckets: "Buckets",
  cdn_distributions: "CDN distributions",
  cloud_vms: "Cloud VMs",
  cpus: "CPUs of all VMs",
  gpu_vms: "GPU VMs",
  images: "Images",
  load_balancers: "Load balancers",
  nat_gateways: "NAT gateways",
  reserved_ips: "Reserved IPs",
  volume_gb: "Gigabytes of all volumes",
  volumes: "Volumes",
};
