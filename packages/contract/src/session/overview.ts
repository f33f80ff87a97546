import type { FoundType } from "../resources.ts";
import type { FoundResource } from "./found-resource.ts";

/** What the overview counts, of what the role may read. */
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

/** How many resources of a family are in a state, as the family words it; an empty state is of families without any. */
export interface FamilyCount {
  readonly family: CountedType;
  readonly status: string;
  readonly count: number;
}

/** Something that a person should look at. */
export type Concern =
  | { readonly kind: "failed"; readonly resource: FoundResource }
  | { readonly kind: "secret_expires" | "certificate_expires"; readonly resource: FoundResource; readonly at: string }
  | { readonly kind: "token_expires"; readonly token_id: string; readonly name: string; readonly at: string }
  | { readonly kind: "quota"; readonly resource: string; readonly limit: number; readonly used: number }
  | { readonly kind: "suspended"; readonly reason: string };

/** A workspace at a glance, as far as the role of who looks goes. */
export interface Overview {
  readonly counts: readonly FamilyCount[];
  readonly concerns: readonly Concern[];
  /** What the workspace has used since the month began (UTC), in decimal text; null for roles that do not see it. */
  readonly spend: { readonly amount: string; readonly currency: string; readonly balance: string } | null;
}
