import type { FoundType, RelationName } from "@fulmar/contract";

/** A VM of either kind is told apart by its row. */
type EndType = Exclude<FoundType, "cloud_vm" | "gpu_vm"> | "vm";

/** A way in which resources of one type use those of another, as SQL over the rows that say so. */
export interface Relation {
  readonly name: RelationName;
  readonly from: EndType;
  readonly to: EndType;
  /** The table or the join. Each of its tables is reached by an index from either end. */
  readonly rows: string;
  /** The columns with the ids of both ends, as the tables have them. */
  readonly fromId: string;
  readonly toId: string;
  /** The column of the workspace: `workspace_id`, if not stated. */
  readonly workspace?: string;
  readonly where?: string;
}

/** Every relation between resources of a workspace. */
export const relations: readonly Relation[] = [
  {
    ...{ name: "attached", from: "vm", to: "volume", rows: "volume", fromId: "attached_vm_id", toId: "volume_id" },
    where: "deleted_at IS NULL",
  },
  { name: "copy_of", from: "volume_snapshot", to: "volume", ...part("volume_snapshot", "snapshot_id", "volume_id") },
  { name: "copy_of", from: "vm_image", to: "vm", ...part("vm_image", "image_id", "vm_id") },
  { name: "copy_of", from: "snapshot", to: "vm", ...part("snapshot_set", "snapshot_set_id", "vm_id") },
  { name: "copy_of", from: "backup", to: "vm", ...part("backup", "backup_id", "vm_id") },
  { name: "increment_of", from: "backup", to: "backup", ...part("backup", "backup_id", "parent_backup_id") },
  { name: "made_by", from: "backup", to: "backup_policy", ...part("backup", "backup_id", "policy_id") },
  { name: "part_of", from: "backup_policy", to: "vm", ...link("backup_policy", "policy_id", "vm_id") },

  { name: "part_of", from: "vm", to: "vm_group", ...link("vm_group_member", "vm_id", "vm_group_id") },
  { name: "part_of", from: "vm", to: "placement_group", ...part("vm", "vm_id", "placement_group_id") },
  {
    name: "part_of",
    from: "vm_group",
    to: "placement_group",
    ...link("vm_group", "vm_group_id", "placement_group_id"),
  },
  { name: "connected_by", from: "vm", to: "vpc_node", ...link("vpc_node", "vm_id", "allocation_id") },
  { name: "in", from: "vpc_node", to: "subnet", ...link("vpc_node", "allocation_id", "subnet_id") },
  {
    name: "routes_through",
    from: "vpc_node",
    to: "nat_gateway",
    ...link("vpc_node", "allocation_id", "nat_gateway_id"),
  },
  { name: "in", from: "subnet", to: "vpc", ...link("subnet", "subnet_id", "vpc_id") },
  { name: "in", from: "vpc_peering", to: "vpc", ...link("vpc_peering", "vpc_peering_id", "vpc_id") },
  {
    ...{ name: "peered_with", from: "vpc", to: "vpc", rows: "vpc_peering p" },
    ...{ fromId: "p.vpc_id", toId: "p.peer_vpc_id", workspace: "p.workspace_id" },
    // One of its two sides. A VPC of another workspace is no resource here.
    where:
      "p.status = 'active' AND p.side = 'requester' AND EXISTS (SELECT FROM vpc v " +
      "WHERE v.workspace_id = p.workspace_id AND v.vpc_id = p.peer_vpc_id)",
  },
  { name: "in", from: "nat_gateway", to: "vpc", ...link("nat_gateway", "nat_gateway_id", "vpc_id") },
  { name: "serves", from: "nat_gateway", to: "subnet", ...link("nat_gateway_subnet", "nat_gateway_id", "subnet_id") },
  {
    name: "part_of",
    from: "port_forward",
    to: "nat_gateway",
    ...link("port_forward", "port_forward_id", "nat_gateway_id"),
  },
  { name: "forwards_to", from: "port_forward", to: "vpc_node", ...forward("n.allocation_id") },
  { name: "forwards_to", from: "port_forward", to: "vm", ...forward("n.vm_id") },
  { name: "addressed_by", from: "vm", to: "reserved_ip", ...link("reserved_ip", "attached_vm_id", "public_ip_id") },
  {
    ...{ name: "addressed_by", from: "nat_gateway", to: "reserved_ip" },
    ...link("reserved_ip", "attached_nat_gateway_id", "public_ip_id"),
  },
  {
    ...{ name: "addressed_by", from: "load_balancer", to: "reserved_ip" },
    ...link("reserved_ip", "attached_load_balancer_id", "public_ip_id"),
  },
  { name: "follows", from: "dns_record_set", to: "vm", ...link("dns_record_set", "record_set_id", "vm_id") },
  {
    ...{ name: "follows", from: "dns_record_set", to: "load_balancer" },
    ...link("dns_record_set", "record_set_id", "load_balancer_id"),
  },
  {
    ...{ name: "follows", from: "dns_record_set", to: "reserved_ip" },
    ...link("dns_record_set", "record_set_id", "public_ip_id"),
  },
  {
    name: "protected_by",
    from: "vm",
    to: "firewall_group",
    ...link("firewall_group_vm", "vm_id", "firewall_group_id"),
  },
  {
    name: "protected_by",
    from: "subnet",
    to: "firewall_group",
    ...link("firewall_group_subnet", "subnet_id", "firewall_group_id"),
  },
  {
    name: "part_of",
    from: "firewall_rule",
    to: "firewall_group",
    ...link("firewall_rule", "rule_id", "firewall_group_id"),
  },
  {
    ...{ name: "names", from: "firewall_group", to: "firewall_group", rows: "firewall_rule" },
    ...{ fromId: "firewall_group_id", toId: "remote_group_id" },
    // A group that names itself stays one resource.
    where: "firewall_group_id <> remote_group_id",
  },

  { name: "in", from: "load_balancer", to: "subnet", ...link("load_balancer", "load_balancer_id", "subnet_id") },
  { name: "sends_to", from: "load_balancer", to: "vm", ...link("load_balancer_target", "load_balancer_id", "vm_id") },
  {
    ...{ name: "certificate", from: "load_balancer", to: "secret", ...link("secret_use", "used_by_id", "secret_id") },
    where: "used_by_type = 'load_balancer'",
  },
  {
    ...{ name: "part_of", from: "load_balancer_pool", to: "load_balancer" },
    ...link("load_balancer_pool", "pool_id", "load_balancer_id"),
  },
  {
    ...{ name: "part_of", from: "load_balancer_target", to: "load_balancer_pool" },
    ...link("load_balancer_target", "target_id", "pool_id"),
  },
  {
    ...{ name: "part_of", from: "load_balancer_listener", to: "load_balancer" },
    ...link("load_balancer_listener", "listener_id", "load_balancer_id"),
  },
  {
    ...{ name: "sends_to", from: "load_balancer_listener", to: "load_balancer_pool" },
    ...link("load_balancer_listener", "listener_id", "default_pool_id"),
  },
  {
    ...{ name: "sends_to", from: "load_balancer_listener", to: "load_balancer_pool" },
    ...link("load_balancer_rule", "listener_id", "pool_id"),
  },

  {
    name: "origin",
    from: "cdn_distribution",
    to: "bucket",
    ...link("cdn_distribution", "distribution_id", "origin_bucket_id"),
  },
  { name: "origin", from: "cdn_distribution", to: "reserved_ip", ...origin("public_ip_id") },
  { name: "origin", from: "cdn_distribution", to: "vm", ...origin("attached_vm_id") },
  { name: "origin", from: "cdn_distribution", to: "load_balancer", ...origin("attached_load_balancer_id") },
  {
    name: "part_of",
    from: "cdn_custom_domain",
    to: "cdn_distribution",
    ...link("cdn_custom_domain", "domain", "distribution_id"),
  },
  {
    ...{ name: "access_to", from: "access_key", to: "bucket" },
    rows: "access_key_bucket b JOIN access_key k ON k.workspace_id = b.workspace_id AND k.credential_id = b.credential_id",
    ...{ fromId: "k.access_key_id", toId: "b.bucket_id", workspace: "b.workspace_id" },
  },
  { name: "part_of", from: "secret", to: "secret_store", ...part("secret", "secret_id", "store_id") },
];

function link(table: string, fromId: string, toId: string) {
  return { rows: table, fromId, toId } as const;
}

/** Like `link`, of a table whose rows outlive their resources. */
function part(table: string, fromId: string, toId: string) {
  return { ...link(table, fromId, toId), where: "deleted_at IS NULL" } as const;
}

function forward(toId: string) {
  return {
    rows:
      "port_forward f JOIN vpc_node n ON n.workspace_id = f.workspace_id AND n.vpc_id = f.vpc_id AND n.allocation_id " +
      "= f.allocation_id",
    fromId: "f.port_forward_id",
    toId,
    workspace: "f.workspace_id",
  } as const;
}

/** A distribution whose origin is a URL with a reserved IP serves from what that is attached to. */
function origin(attached: string) {
  return {
    rows: `cdn_distribution d
      JOIN reserved_ip r ON r.workspace_id = d.workspace_id
      JOIN public_address a ON a.public_ip_id = r.public_ip_id
       AND host(a.address) = substring(d.origin_id FROM '^https://([0-9.]+)(?:[:/]|$)')`,
    fromId: "d.distribution_id",
    toId: `r.${attached}`,
    workspace: "d.workspace_id",
    where: "d.origin_type = 'custom'",
  } as const;
}

/** SQL for the rows of a relation in the workspace `$workspace_id`: what follows FROM. */
export function pairsOf({ rows, fromId, toId, workspace = "workspace_id", where = "true" }: Relation): string {
  return `${rows}
    WHERE ${workspace} = $workspace_id::bigint AND ${fromId} IS NOT NULL AND ${toId} IS NOT NULL AND ${where}`;
}

/** Types of resources that have no relation, and why. */
export const STANDING_ALONE = {
  ssh_key: "A VM has a copy of each key that it was given.",
  startup_script: "A VM has a copy of the script that it was given.",
  operation: "It records what has happened.",
  cdn_purge: "It records what has happened.",
  cdn_signing_key: "It signs URLs of any object of the workspace.",
  dns_zone: "Its record sets may follow resources, and it names none itself.",
  alert_rule: "It watches resources, and no resource uses it.",
  webhook: "It follows events of the workspace and names no resource.",
} as const satisfies { readonly [Type in FoundType]?: string };
