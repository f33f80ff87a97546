import type { FoundType, Scope } from "@fulmar/contract";

/** Where the search looks for a type, as SQL over its table. */
interface SearchedFamily {
  readonly scope: Scope;
  readonly table: string;
  readonly id: string;
  /** What the API and its records call it by, where that is not the id. */
  readonly calledBy?: string;
  /** The id in lower case, where it is not so by itself. */
  readonly lowerId?: string;
  /** By what people call it. */
  readonly name: string;
  readonly status?: string;
  /** Ids of what it belongs to, from the outside in. */
  readonly parents?: readonly string[];
  /** Which rows are of this type. */
  readonly only?: string;
  /** Which of them are still there: what is gone is found by its id alone. */
  readonly alive?: string;
  /** Parts have no name that anybody would look for. */
  readonly byName?: false;
}

/** Whatever the provider said last decides, as in a balancer's own record. */
const BALANCER_STATUS = `CASE WHEN error_code IS NOT NULL THEN 'error' WHEN applied_revision = 0 THEN 'provisioning'
                              WHEN applied_revision < revision THEN 'updating' ELSE 'active' END`;
const ADDRESS = "(SELECT host(a.address) FROM public_address a WHERE a.public_ip_id = reserved_ip.public_ip_id)";

/** Total: a type that the console knows is searched. */
export const SEARCHED_FAMILIES: Readonly<Record<FoundType, SearchedFamily>> = {
  cloud_vm: {
    scope: "vm.read",
    table: "vm",
    id: "vm_id",
    name: "name",
    status: "status::text",
    only: "type = 'cloud'",
    alive: "deleted_at IS NULL",
  },
  gpu_vm: {
    scope: "vm.read",
    table: "vm",
    id: "vm_id",
    name: "name",
    status: "status::text",
    only: "type = 'gpu'",
    alive: "deleted_at IS NULL",
  },
  operation: {
    scope: "vm.read",
    table: "operation",
    id: "operation_id",
    name: "action",
    status: "status::text",
    parents: ["resource_id"],
    byName: false,
  },
  volume: {
    scope: "block-storage.read",
    table: "volume",
    id: "volume_id",
    name: "name",
    status: "status::text",
    alive: "deleted_at IS NULL",
  },
  volume_snapshot: {
    scope: "block-storage.read",
    table: "volume_snapshot",
    id: "snapshot_id",
    name: "name",
    status: "status::text",
    parents: ["volume_id"],
    byName: false,
  },
  snapshot: {
    scope: "vm.read",
    table: "snapshot_set",
    id: "snapshot_set_id",
    name: "name",
    status: "status::text",
    parents: ["vm_id"],
    byName: false,
  },
  backup: {
    scope: "vm.read",
    table: "backup",
    id: "backup_id",
    name: "backup_id",
    status: "status::text",
    parents: ["vm_id"],
    byName: false,
  },
  backup_policy: {
    scope: "vm.read",
    table: "backup_policy",
    id: "policy_id",
    name: "policy_id",
    parents: ["vm_id"],
    byName: false,
  },
  bucket: {
    scope: "object-storage.read",
    table: "bucket",
    id: "bucket_id",
    calledBy: "name",
    name: "name",
    status: "status",
  },
  access_key: {
    scope: "object-storage.read",
    table: "access_key",
    id: "access_key_id",
    lowerId: "lower(access_key_id)",
    name: "name",
  },
  vpc: { scope: "network.read", table: "vpc", id: "vpc_id", name: "name", status: "status::text" },
  subnet: {
    scope: "network.read",
    table: "subnet",
    id: "subnet_id",
    name: "name",
    status: "status::text",
    parents: ["vpc_id"],
  },
  vpc_node: {
    scope: "network.read",
    table: "vpc_node",
    id: "allocation_id",
    name: "host(private_ip)",
    parents: ["vpc_id"],
    byName: false,
  },
  nat_gateway: { scope: "network.read", table: "nat_gateway", id: "nat_gateway_id", name: "name", parents: ["vpc_id"] },
  port_forward: {
    scope: "network.read",
    table: "port_forward",
    id: "port_forward_id",
    name: "protocol || ' ' || public_port",
    parents: ["vpc_id", "nat_gateway_id"],
    byName: false,
  },
  reserved_ip: {
    scope: "network.read",
    table: "reserved_ip",
    id: "public_ip_id",
    name: `coalesce(nullif(label, ''), ${ADDRESS}, public_ip_id)`,
  },
  firewall_group: { scope: "network.read", table: "firewall_group", id: "firewall_group_id", name: "name" },
  firewall_rule: {
    scope: "network.read",
    table: "firewall_rule",
    id: "rule_id",
    name: "rule_id",
    parents: ["firewall_group_id"],
    byName: false,
  },
  load_balancer: {
    scope: "load-balancer.read",
    table: "load_balancer",
    id: "load_balancer_id",
    name: "name",
    status: BALANCER_STATUS,
  },
  load_balancer_pool: {
    scope: "load-balancer.read",
    table: "load_balancer_pool",
    id: "pool_id",
    name: "name",
    parents: ["load_balancer_id"],
    byName: false,
  },
  load_balancer_target: {
    scope: "load-balancer.read",
    table: "load_balancer_target",
    id: "target_id",
    name: "target_id",
    parents: ["load_balancer_id", "pool_id"],
    byName: false,
  },
  load_balancer_listener: {
    scope: "load-balancer.read",
    table: "load_balancer_listener",
    id: "listener_id",
    name: "name",
    parents: ["load_balancer_id"],
    byName: false,
  },
  cdn_distribution: {
    scope: "cdn.read",
    table: "cdn_distribution",
    id: "distribution_id",
    name: "name",
    status: "status::text",
  },
  cdn_custom_domain: {
    scope: "cdn.read",
    table: "cdn_custom_domain",
    id: "domain",
    name: "domain",
    status: "status::text",
    parents: ["distribution_id"],
  },
  cdn_purge: {
    scope: "cdn.read",
    table: "cdn_purge",
    id: "purge_id",
    name: "purge_id",
    status: "status::text",
    parents: ["distribution_id"],
    byName: false,
  },
  cdn_signing_key: { scope: "cdn.read", table: "cdn_signing_key", id: "key_id", name: "key_id", byName: false },
  secret_store: {
    scope: "secret-store.read",
    table: "secret_store",
    id: "store_id",
    name: "name",
    status: "status::text",
    alive: "deleted_at IS NULL",
  },
  secret: {
    scope: "secret-store.read",
    table: "secret",
    id: "secret_id",
    name: "key",
    parents: ["store_id"],
    alive: "deleted_at IS NULL",
  },
};
