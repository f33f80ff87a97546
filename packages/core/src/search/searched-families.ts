import { type FoundType, RESOURCES, resourceOf } from "@fulmar/contract";

/** A searched type of resource, as SQL over its table. */
interface SearchedFamily {
  /** The type, if not stated. */
  readonly table: string;
  /** `<type>_id`, if not stated. */
  readonly id: string;
  /** The identifier in the API and its records, if it is not the id. */
  readonly calledBy?: string;
  /** The id in lower case, if ids are not lower case already. */
  readonly lowerId?: string;
  /** The column of the name: `name`, if not stated. */
  readonly name: string;
  /** Other columns that are searched for a part of a text, such as addresses and tags. */
  readonly alsoBy?: readonly string[];
  readonly status?: string;
  /** The columns of its parents, if they differ from the names of the path parameters. */
  readonly parents?: readonly string[];
  /** The condition for rows of this type. */
  readonly only?: string;
  /** The condition for rows that still exist. Others are only found by their id. */
  readonly alive?: string;
  /** The column with the time until which a deleted row can be restored. */
  readonly keptUntil?: string;
  /** False for parts, which have no name to search for. */
  readonly byName?: false;
}

/** The provider's last report decides, as in the load balancer's record. */
const BALANCER_STATUS = `CASE WHEN error_code IS NOT NULL THEN 'error' WHEN applied_revision = 0 THEN 'provisioning'
                              WHEN applied_revision < revision THEN 'updating' ELSE 'active' END`;
const TAGS = "array_to_string(tags, ' ')";
/** As in the gateway's record. Its site reports the configuration that it has applied. */
const GATEWAY_STATUS = `CASE WHEN NOT EXISTS (SELECT FROM reserved_ip r
                                               WHERE r.workspace_id = nat_gateway.workspace_id
                                                 AND r.attached_nat_gateway_id = nat_gateway.nat_gateway_id) THEN 'without_public_ip'
  ELSE coalesce((SELECT CASE WHEN s.applied_at IS NOT NULL THEN 'available'
                             WHEN s.error_code IS NOT NULL THEN 'error' END
    FROM network_state s
   WHERE s.workspace_id = nat_gateway.workspace_id AND s.resource_type = 'nat_gateway'
     AND s.resource_id = nat_gateway.nat_gateway_id), 'provisioning') END`;
const ADDRESS = "(SELECT host(a.address) FROM public_address a WHERE a.public_ip_id = reserved_ip.public_ip_id)";

/**
 * Every type with a page in the console is searched. A type is listed here where its table differs from the usual one
 * or has more to search by. `npm run generate` refuses a type whose table or columns do not exist.
 */
const FAMILIES: { readonly [Type in FoundType]?: Partial<SearchedFamily> } = {
  cloud_vm: {
    table: "vm",
    id: "vm_id",
    alsoBy: ["private_ip", "public_ip", TAGS],
    status: "status::text",
    only: "type = 'cloud'",
    alive: "deleted_at IS NULL",
    keptUntil: "restorable_until",
  },
  gpu_vm: {
    table: "vm",
    id: "vm_id",
    alsoBy: ["private_ip", "public_ip", TAGS],
    status: "status::text",
    only: "type = 'gpu'",
    alive: "deleted_at IS NULL",
    keptUntil: "restorable_until",
  },
  operation: {
    name: "action",
    status: "status::text",
    parents: ["resource_id"],
    byName: false,
  },
  vm_image: {
    id: "image_id",
    alsoBy: ["description", TAGS],
    status: "status",
    alive: "deleted_at IS NULL",
  },
  volume: {
    status: "status::text",
    alive: "deleted_at IS NULL",
    keptUntil: "restorable_until",
  },
  volume_snapshot: {
    id: "snapshot_id",
    status: "status::text",
    alive: "deleted_at IS NULL",
    byName: false,
  },
  snapshot: {
    table: "snapshot_set",
    id: "snapshot_set_id",
    status: "status::text",
    alive: "deleted_at IS NULL",
    byName: false,
  },
  backup: {
    name: "backup_id",
    status: "status::text",
    alive: "deleted_at IS NULL",
    byName: false,
  },
  backup_policy: {
    id: "policy_id",
    name: "policy_id",
    byName: false,
  },
  bucket: {
    calledBy: "name",
    alsoBy: [TAGS],
    status: "status",
    alive: "deleted_at IS NULL",
    keptUntil: "restorable_until",
  },
  access_key: {
    lowerId: "lower(access_key_id)",
  },
  vpc: { status: "status::text" },
  subnet: {
    status: "status::text",
  },
  vpc_node: {
    id: "allocation_id",
    name: "host(private_ip)",
    byName: false,
  },
  vpc_peering: { alsoBy: ["peer_vpc_id"], status: "status" },
  nat_gateway: {
    status: GATEWAY_STATUS,
  },
  port_forward: {
    name: "protocol || ' ' || public_port",
    byName: false,
  },
  reserved_ip: {
    id: "public_ip_id",
    name: `coalesce(nullif(label, ''), ${ADDRESS}, public_ip_id)`,
    alsoBy: [ADDRESS],
  },
  firewall_rule: {
    id: "rule_id",
    name: "rule_id",
    byName: false,
  },
  load_balancer: {
    alsoBy: [TAGS],
    status: BALANCER_STATUS,
  },
  load_balancer_pool: {
    id: "pool_id",
    byName: false,
  },
  load_balancer_target: {
    id: "target_id",
    name: "target_id",
    byName: false,
  },
  load_balancer_listener: {
    id: "listener_id",
    byName: false,
  },
  cdn_distribution: {
    id: "distribution_id",
    status: "status::text",
  },
  cdn_custom_domain: {
    id: "domain",
    name: "domain",
    status: "status::text",
  },
  cdn_purge: {
    id: "purge_id",
    name: "purge_id",
    status: "status::text",
    byName: false,
  },
  cdn_signing_key: { id: "key_id", name: "key_id", byName: false },
  dns_zone: { id: "zone_id", alsoBy: ["description"], status: "status" },
  dns_record_set: { id: "record_set_id", name: "type || ' ' || name", byName: false },
  secret_store: {
    id: "store_id",
    status: "status::text",
    alive: "deleted_at IS NULL",
  },
  secret: {
    name: "key",
    alsoBy: [TAGS],
    alive: "deleted_at IS NULL",
  },
};

/** A family with the defaults filled in: its scope, its parents and its condition. */
export function searchedFamily(type: FoundType) {
  const parents = resourceOf(type).parents.flatMap((parent) => resourceOf(parent).parameter ?? []);
  const usual = { table: type, id: `${type}_id`, name: "name", only: "true", alive: "true" };
  const family: Partial<SearchedFamily> | undefined = FAMILIES[type];
  return { scope: RESOURCES[type].scope, parents, ...usual, ...family };
}
