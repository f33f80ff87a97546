import type { FoundType } from "../tenant-resources.ts";

/** The resource types that the overview counts, if the role may read them. */
export const COUNTED_TYPES = [
  "cloud_vm",
  "gpu_vm",
  "volume",
  "bucket",
  "vpc",
  "reserved_ip",
  "firewall_group",
  "load_balancer",
  "cdn_distribution",
  "secret_store",
] as const satisfies readonly FoundType[];
export type CountedType = (typeof COUNTED_TYPES)[number];

/** The resource types whose lists show how many rows there are. */
export const LISTED_TYPES = [
  "cloud_vm",
  "gpu_vm",
  "volume",
  "bucket",
  "vpc",
  "reserved_ip",
  "load_balancer",
  "cdn_distribution",
] as const satisfies readonly CountedType[];
export type ListedType = (typeof LISTED_TYPES)[number];

/** The types among them whose resources have tags. */
export const TAGGED_TYPES = ["cloud_vm", "gpu_vm", "bucket", "load_balancer"] as const satisfies readonly ListedType[];
export type TaggedType = (typeof TAGGED_TYPES)[number];

/** Lists are counted up to this number of rows. */
export const MOST_COUNTED = 1000;
