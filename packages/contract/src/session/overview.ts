import type { Scope } from "../kernel/scopes.ts";
import type { FoundResource } from "./found-resource.ts";

/** The families that the overview counts, and the scope that sees each. */
export const COUNTED_FAMILIES = {
  cloud_vm: "vm.read",
  gpu_vm: "vm.read",
  volume: "block-storage.read",
  bucket: "object-storage.read",
  vpc: "network.read",
  reserved_ip: "network.read",
  firewall_group: "network.read",
  load_balancer: "load-balancer.read",
  cdn_distribution: "cdn.read",
  secret_store: "secret-store.read",
} as const satisfies Readonly<Record<string, Scope>>;
export type CountedFamily = keyof typeof COUNTED_FAMILIES;

/** How many resources of a family are in a state, as the family words it; an empty state is of families without any. */
export interface FamilyCount {
  readonly family: CountedFamily;
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
