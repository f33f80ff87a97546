import type { Quota } from "@fulmar/contract";
import type { ACTIVITY_LIST } from "@/audit/audit-filter.ts";
import { type ListChoice, pageOf } from "@/client/list.ts";

/** Inputs of the members page. Server and browser must use the same inputs to share the cached answers. */
export function membersInput(organizationId: string, cursor?: string) {
  return { organization_id: organizationId, limit: 50, ...(cursor !== undefined && { cursor }) };
}

type Choice = ListChoice<Record<never, never>, never, (typeof ACTIVITY_LIST)["texts"][number]>;

/** Input of the organization's trail. Server and browser must use the same input to share the cached answer. */
export function activityInput(organizationId: string, choice: Choice, cursor?: string) {
  return { organization_id: organizationId, ...pageOf(choice, cursor) };
}

/** Input of `quota.list`. Server and browser must use the same input to share the cached answer. */
export function quotaInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 100 };
}

export const QUOTA_NAME: Readonly<Record<Quota["resource"], string>> = {
  buckets: "Buckets",
  cdn_distributions: "CDN distributions",
  cloud_vms: "Cloud VMs",
  cpus: "CPUs of all VMs",
  gpu_vms: "GPU VMs",
  load_balancers: "Load balancers",
  nat_gateways: "NAT gateways",
  reserved_ips: "Reserved IPs",
  volume_gb: "Gigabytes of all volumes",
  volumes: "Volumes",
};
