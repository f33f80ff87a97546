import { type FoundType, RESOURCES, resourceOf } from "@fulmar/contract";

/** How the search finds resources of a type, as SQL over its table. */
interface SearchedFamily {
  readonly table: string;
  readonly id: string;
  /** The identifier in the API and its records, if it is not the id. */
  readonly calledBy?: string;
  /** The id in lower case, if ids are not lower case already. */
  readonly lowerId?: string;
  /** The column of the name. */
  readonly name: string;
  readonly status?: string;
  /** The columns of its parents, if they differ from the names of the path parameters. */
  readonly parents?: readonly string[];
  /** The condition for rows of this type. */
  readonly only?: string;
  /** The condition for rows that still exist. Others are only found by their id. */
  readonly alive?: string;
  /** False for parts, which have no name to search for. */
  readonly byName?: false;
}

/** The provider's last report decides, as in the load balancer's record. */
const BALANCER_STATUS = `CASE WHEN error_code IS NOT NULL THEN 'error' WHEN applied_revision = 0 THEN 'provisioning'
                              WHEN applied_revision < revision THEN 'updating' ELSE 'active' END`;
const ADDRESS = "(SELECT host(a.address) FROM public_address a WHERE a.public_ip_id = reserved_ip.public_ip_id)";

/** Exhaustive: every type with a page in the console is searched. */
const FAMILIES: Readonly<Record<FoundType, SearchedFamily>> = {
  cloud_vm: {
    table: "vm",
    id: "vm_id",
    name: "name",
    status: "status::text",
    only: "type = 'cloud'",
    alive: "deleted_at IS NULL",
  },
  gpu_vm: {
    table: "vm",
    id: "vm_id",
    name: "name",
    status: "status::text",
    only: "type = 'gpu'",
    alive: "deleted_at IS NULL",
  },
  operation: {
    table: "operation",
    id: "operation_id",
    name: "action",
    status: "status::text",
    parents: ["resource_id"],
    byName: false,
  },
  volume: {
    table: "volume",
    id: "volume_id",
    name: "name",
    status: "status::text",
    alive: "deleted_at IS NULL",
  },
  volume_snapshot: {
    table: "volume_snapshot",
    id: "snapshot_id",
    name: "name",
    status: "status::text",
    byName: false,
  },
  snapshot: {
    table: "snapshot_set",
    id: "snapshot_set_id",
    name: "name",
    status: "status::text",
    byName: false,
  },
  backup: {
    table: "backup",
    id: "backup_id",
    name: "backup_id",
    status: "status::text",
    byName: false,
  },
  backup_policy: {
    table: "backup_policy",
    id: "policy_id",
    name: "policy_id",
    byName: false,
  },
  bucket: {
    table: "bucket",
    id: "bucket_id",
    calledBy: "name",
    name: "name",
    status: "status",
  },
  access_key: {
    table: "access_key",
    id: "access_key_id",
    lowerId: "lower(access_key_id)",
    name: "name",
  },
  vpc: { table: "vpc", id: "vpc_id", name: "name", status: "status::text" },
  subnet: {
    table: "subnet",
    id: "subnet_id",
    name: "name",
    status: "status::text",
  },
  vpc_node: {
    table: "vpc_node",
    id: "allocation_id",
    name: "host(private_ip)",
    byName: false,
  },
  nat_gateway: { table: "nat_gateway", id: "nat_gateway_id", name: "name" },
  port_forward: {
    table: "port_forward",
    id: "port_forward_id",
    name: "protocol || ' ' || public_port",
    byName: false,
  },
  reserved_ip: {
    table: "reserved_ip",
    id: "public_ip_id",
    name: `coalesce(nullif(label, ''), ${ADDRESS}, public_ip_id)`,
  },
  firewall_group: { table: "firewall_group", id: "firewall_group_id", name: "name" },
  firewall_rule: {
    table: "firewall_rule",
    id: "rule_id",
    name: "rule_id",
    byName: false,
  },
  load_balancer: {
    table: "load_balancer",
    id: "load_balancer_id",
    name: "name",
    status: BALANCER_STATUS,
  },
  load_balancer_pool: {
    table: "load_balancer_pool",
    id: "pool_id",
    name: "name",
    byName: false,
  },
  load_balancer_target: {
    table: "load_balancer_target",
    id: "target_id",
    name: "target_id",
    byName: false,
  },
  load_balancer_listener: {
    table: "load_balancer_listener",
    id: "listener_id",
    name: "name",
    byName: false,
  },
  cdn_distribution: {
    table: "cdn_distribution",
    id: "distribution_id",
    name: "name",
    status: "status::text",
  },
  cdn_custom_domain: {
    table: "cdn_custom_domain",
    id: "domain",
    name: "domain",
    status: "status::text",
  },
  cdn_purge: {
    table: "cdn_purge",
    id: "purge_id",
    name: "purge_id",
    status: "status::text",
    byName: false,
  },
  cdn_signing_key: { table: "cdn_signing_key", id: "key_id", name: "key_id", byName: false },
  secret_store: {
    table: "secret_store",
    id: "store_id",
    name: "name",
    status: "status::text",
    alive: "deleted_at IS NULL",
  },
  secret: {
    table: "secret",
    id: "secret_id",
    name: "key",
    alive: "deleted_at IS NULL",
  },
};

/** A family with the defaults filled in: its scope, its parents and its condition. */
export function searchedFamily(type: FoundType) {
  const parents = resourceOf(type).parents.flatMap((parent) => resourceOf(parent).parameter ?? []);
  return { scope: RESOURCES[type].scope, parents, only: "true", alive: "true", ...FAMILIES[type] };
}
