import type { FoundType } from "../resources.ts";

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
