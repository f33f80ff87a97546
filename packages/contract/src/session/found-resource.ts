import { z } from "zod";

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
export const FoundResource = z.strictObject({
  type: z.enum(FOUND_TYPES),
  id: z.string(),
  name: z.string(),
  /** As its family words it; null for what has no state. */
  status: z.string().nullable(),
  /** What it belongs to, from the outside in: a subnet's VPC, a target's balancer and pool. */
  parent_ids: z.array(z.string()),
});
export type FoundResource = z.infer<typeof FoundResource>;
