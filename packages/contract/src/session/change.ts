/**
 * What kinds of resources the change stream speaks of: the topics that the database's triggers announce
 * (`announce_changes` in the migrations).
 */
export const CHANGE_TOPICS = [
  "access_key",
  "api_token",
  "backup",
  "backup_policy",
  "bucket",
  "cdn_distribution",
  "cdn_signing_key",
  "firewall_group",
  "load_balancer",
  "member",
  "nat_gateway",
  "network",
  "operation",
  "port_forward",
  "quota",
  "reserved_ip",
  "secret",
  "secret_store",
  "snapshot",
  "subnet",
  "vm",
  "volume",
  "volume_snapshot",
  "vpc",
  "vpc_node",
  "wallet",
  "workspace",
] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** A resource that is no longer as it was: made, changed or gone. What it is now, whoever wants to know asks. */
export interface Change {
  readonly topic: ChangeTopic;
  readonly id: string;
}

/** What a change stream tells at once. */
export interface ChangeNews {
  /** Everything may have changed: the stream could not tell what has happened before this moment. */
  readonly reset: boolean;
  readonly changes: readonly Change[];
}
