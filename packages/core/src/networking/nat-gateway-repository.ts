import type { Blocker, NatGateway, NatGatewayStatus } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";

interface NewNatGateway {
  readonly natGatewayId: string;
  readonly siteId: string;
  readonly name: string;
  readonly subnetIds: readonly string[];
}

const records = `
  SELECT g.nat_gateway_id, g.vpc_id, g.site_id, g.name, r.public_ip_id, host(a.address) AS public_ip, g.created_at, g.updated_at,
         n.applied_revision IS DISTINCT FROM n.revision AS pending_changes, n.applied_at, n.error_code, n.error_message,
         ARRAY (SELECT s.subnet_id FROM nat_gateway_subnet s
                 WHERE s.workspace_id = g.workspace_id AND s.nat_gateway_id = g.nat_gateway_id ORDER BY s.subnet_id) AS subnet_ids
    FROM nat_gateway g
    LEFT JOIN reserved_ip r ON r.workspace_id = g.workspace_id AND r.attached_nat_gateway_id = g.nat_gateway_id
    LEFT JOIN public_address a ON a.public_ip_id = r.public_ip_id
    LEFT JOIN network_state n ON n.workspace_id = g.workspace_id AND n.resource_type = 'nat_gateway' AND n.resource_id = g.nat_gateway_id
   WHERE g.workspace_id = $1::bigint AND g.vpc_id = $2`;

const list = statement(
  "nat_gateway_list",
  `${records}
     AND ($3::text IS NULL OR g.nat_gateway_id < $3)
     AND ($4::text IS NULL OR g.name = $4)
   ORDER BY g.nat_gateway_id DESC LIMIT $5`,
);
const get = statement("nat_gateway_get", `${records} AND g.nat_gateway_id = $3`);

/** A NAT gateway as lists and gets read it. */
type NatGatewayRow = RowOf<typeof get>;

const exists = statement(
  "nat_gateway_exists",
  "SELECT FROM nat_gateway WHERE workspace_id = $1::bigint AND vpc_id = $2 AND nat_gateway_id = $3",
);
const lock = statement(
  "nat_gateway_lock",
  "SELECT nat_gateway_id FROM nat_gateway WHERE workspace_id = $1::bigint AND vpc_id = $2 AND nat_gateway_id = $3 FOR UPDATE",
);
const keepServing = statement(
  "nat_gateway_keep_serving",
  `SELECT g.nat_gateway_id FROM nat_gateway_subnet s
     JOIN nat_gateway g ON g.workspace_id = s.workspace_id AND g.vpc_id = s.vpc_id AND g.nat_gateway_id = s.nat_gateway_id
    WHERE s.workspace_id = $1::bigint AND s.vpc_id = $2 AND s.subnet_id = $3 FOR SHARE OF g`,
);
const serving = statement(
  "nat_gateway_serving",
  `SELECT DISTINCT 'nat_gateway' AS type, g.nat_gateway_id AS id, g.name FROM nat_gateway_subnet s
     JOIN nat_gateway g ON g.workspace_id = s.workspace_id AND g.vpc_id = s.vpc_id AND g.nat_gateway_id = s.nat_gateway_id
    WHERE s.workspace_id = $1::bigint AND s.vpc_id = $2 AND s.subnet_id = ANY ($3::text[]) ORDER BY 2`,
);
const named = statement(
  "nat_gateway_named",
  "SELECT 'nat_gateway' AS type, nat_gateway_id AS id, name FROM nat_gateway WHERE workspace_id = $1::bigint AND name = $2",
);
const users = statement(
  "nat_gateway_users",
  `(SELECT 'vpc_node' AS type, allocation_id AS id, host(private_ip) AS name FROM vpc_node
     WHERE workspace_id = $1::bigint AND vpc_id = $2 AND nat_gateway_id = $3 ORDER BY allocation_id LIMIT 20)
    UNION ALL
   (SELECT 'port_forward', port_forward_id, protocol || '/' || public_port FROM port_forward
     WHERE workspace_id = $1::bigint AND vpc_id = $2 AND nat_gateway_id = $3 ORDER BY port_forward_id LIMIT 20)`,
);
const insert = statement(
  "nat_gateway_insert",
  `WITH made AS (
     INSERT INTO nat_gateway (workspace_id, vpc_id, nat_gateway_id, site_id, name) VALUES ($1::bigint, $2, $3, $4, $5)
   )
   INSERT INTO nat_gateway_subnet (workspace_id, vpc_id, nat_gateway_id, subnet_id) SELECT $1::bigint, $2, $3, unnest($6::text[])`,
);
const rename = statement(
  "nat_gateway_rename",
  "UPDATE nat_gateway SET name = $4, updated_at = now() WHERE workspace_id = $1::bigint AND vpc_id = $2 AND nat_gateway_id = $3",
);
const remove = statement(
  "nat_gateway_delete",
  "DELETE FROM nat_gateway WHERE workspace_id = $1::bigint AND vpc_id = $2 AND nat_gateway_id = $3",
);

const vpcOf = statement(
  "nat_gateway_vpc",
  "SELECT vpc_id FROM nat_gateway WHERE workspace_id = $1::bigint AND nat_gateway_id = $2",
);

/** Locks a NAT gateway by its id alone, without its VPC, until the transaction ends. */
export async function lockNatGateway(
  sql: Sql,
  workspaceId: bigint,
  natGatewayId: string,
): Promise<NatGatewayRow | undefined> {
  const [place] = await sql.query(vpcOf, [workspaceId, natGatewayId]);
  return place === undefined ? undefined : new NatGatewayRepository(sql, workspaceId, place.vpc_id).lock(natGatewayId);
}

/** The NAT gateways of one VPC of one workspace. */
export class NatGatewayRepository {
  readonly #sql: Sql;
  readonly #place: readonly [workspaceId: bigint, vpcId: string];

  constructor(sql: Sql, workspaceId: bigint, vpcId: string) {
    this.#sql = sql;
    this.#place = [workspaceId, vpcId];
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(filter: { name?: string | undefined }, after: string | undefined, limit: number): Promise<NatGatewayRow[]> {
    return this.#sql.query(list, [...this.#place, after ?? null, filter.name ?? null, limit]);
  }

  async get(natGatewayId: string): Promise<NatGatewayRow | undefined> {
    const [row] = await this.#sql.query(get, [...this.#place, natGatewayId]);
    return row;
  }

  /** Whether a NAT gateway exists. Does not read its subnets and forwards. */
  async exists(natGatewayId: string): Promise<boolean> {
    return (await this.#sql.query(exists, [...this.#place, natGatewayId])).length > 0;
  }

  /** Locks a NAT gateway for a change until the transaction ends. */
  async lock(natGatewayId: string): Promise<NatGatewayRow | undefined> {
    const held = await this.#sql.query(lock, [...this.#place, natGatewayId]);
    return held.length > 0 ? this.get(natGatewayId) : undefined;
  }

  /** Locks the NAT gateway of a subnet against changes until the transaction ends. The lock is shared. */
  async keepServing(subnetId: string): Promise<NatGatewayRow | undefined> {
    const [kept] = await this.#sql.query(keepServing, [...this.#place, subnetId]);
    return kept === undefined ? undefined : this.get(kept.nat_gateway_id);
  }

  /** The NAT gateways that serve any of these subnets. */
  serving(subnetIds: readonly string[]): Promise<Blocker[]> {
    return this.#sql.query(serving, [...this.#place, subnetIds]);
  }

  /** The workspace's NAT gateway of this name, in any of its VPCs. */
  named(name: string): Promise<Blocker[]> {
    const [workspaceId] = this.#place;
    return this.#sql.query(named, [workspaceId, name]);
  }

  /** Some of the nodes behind a NAT gateway and of its port forwards, as blockers of its deletion. */
  users(natGatewayId: string): Promise<Blocker[]> {
    return this.#sql.query(users, [...this.#place, natGatewayId]);
  }

  async insert({ natGatewayId, siteId, name, subnetIds }: NewNatGateway): Promise<void> {
    await this.#sql.query(insert, [...this.#place, natGatewayId, siteId, name, subnetIds]);
  }

  async rename(natGatewayId: string, name: string): Promise<void> {
    await this.#sql.query(rename, [...this.#place, natGatewayId, name]);
  }

  async delete(natGatewayId: string): Promise<void> {
    await this.#sql.query(remove, [...this.#place, natGatewayId]);
  }
}

export function toNatGateway(row: NatGatewayRow, workspace: Workspace): NatGateway {
  return {
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    status: statusOf(row),
    applied_at: toTimestamp(row.applied_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

function statusOf({ public_ip_id, applied_at, error_code }: NatGatewayRow): NatGatewayStatus {
  if (public_ip_id === null) return "without_public_ip";
  if (applied_at !== null) return "available";
  return error_code === null ? "provisioning" : "error";
}
