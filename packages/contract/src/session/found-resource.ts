import type { FoundType } from "../resources.ts";

/** A resource of a workspace, as the search shows it and as a page is found for it. */
export interface FoundResource {
  readonly type: FoundType;
  readonly id: string;
  readonly name: string;
  /** As its family words it; null for what has no state. */
  readonly status: string | null;
  /** What it belongs to, from the outside in: a subnet's VPC, a target's balancer and pool. */
  readonly parent_ids: readonly string[];
}
