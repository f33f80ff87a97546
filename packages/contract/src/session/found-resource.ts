/** What the console's search finds. */
export const FOUND_TYPES = [
  "cloud_vm",
  "gpu_vm",
  "operation",
  "volume",
  "volume_snapshot",
  "snapshot",
  "backup",
  "backup_policy",
  "bucket",
  "access_key",
  "vpc",
  "subnet",
  "vpc_node",
  "nat_gateway",
  "port_forward",
  "reserved_ip",
  "firewall_group",
  "firewall_rule",
  "load_balancer",
  "load_balancer_pool",
  "load_balancer_target",
  "load_balancer_listener",
  "cdn_distribution",
  "cdn_custom_domain",
  "cdn_purge",
  "cdn_signing_key",
  "secret_store",
  "secret",
] as const;
export type FoundType = (typeof FOUND_TYPES)[number];

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
