import { resourceOf } from "../resources.ts";
import type { FoundType } from "../tenant-resources.ts";

/** The types of resources that a map of a workspace shows, from where requests come in to what keeps data. */
export const MAPPED_TYPES = [
  "cdn_distribution",
  "load_balancer",
  "vpc",
  "subnet",
  "nat_gateway",
  "cloud_vm",
  "gpu_vm",
  "volume",
  "bucket",
  "firewall_group",
  "reserved_ip",
  "secret",
] as const satisfies readonly FoundType[];
export type MappedType = (typeof MAPPED_TYPES)[number];

/** Up to this number of resources, a map shows each one. */
export const MOST_MAPPED = 200;

/** The types that a caller with these scopes may read. */
export function mappedTypesWith(scopes: { has(scope: string): boolean }): readonly MappedType[] {
  return MAPPED_TYPES.filter((type) => {
    const { scope } = resourceOf(type);
    return scope === null || scopes.has(scope);
  });
}
