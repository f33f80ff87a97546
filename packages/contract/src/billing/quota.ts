import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery } from "../values/fields.ts";

/**
 * The resources that a workspace can have a quota for. `cpus` counts the CPUs of all its VMs, `volume_gb` the gigabytes
 * of all its volumes.
 */
export const QuotaResource = z.enum([
  "buckets",
  "cdn_distributions",
  "cloud_vms",
  "cpus",
  "gpu_vms",
  "images",
  "load_balancers",
  "nat_gateways",
  "reserved_ips",
  "volume_gb",
  "volumes",
]);
export type QuotaResource = z.infer<typeof QuotaResource>;

/** The limit and the current usage of one resource. A null `limit` means no limit. */
export const Quota = z
  .strictObject({ resource: QuotaResource, limit: z.int().nullable(), used: z.int() })
  .meta({ id: "Quota" });
export type Quota = z.infer<typeof Quota>;

export const quotaList = defineOperation({
  id: "quota.list",
  resource: "quota",
  family: "Billing",
  method: "GET",
  path: "/billing/quotas",
  scope: "billing.read",
  summary: "List the workspace's quotas and how much of each is used",
  description:
    "Ordered by name. Resources that are being created count. A create that would exceed a quota is refused with 403 " +
    "`quota_exceeded`.",
  query: pageQuery(),
  output: z.array(Quota),
  list: true,
});
