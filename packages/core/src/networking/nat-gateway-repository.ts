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
  SELECT g.nat_gateway_id, g.vpc_id, g.site_id, g.name, r.public_ip_id, host(a.address) AS public_ip, g.created_at,
         g.updated_at,
         n.applied_revision IS DISTINCT FROM n.revision AS pending_changes, n.applied_at, n.error_code, n.error_message,
         ARRAY (SELECT s.subnet_id FROM nat_gateway_subnet s
                 WHERE s.workspace_id = g.workspace_id AND s.nat_gateway_id = g.nat_gateway_id
                 ORDER BY s.subnet_id) AS subnet_ids
    FROM nat_gateway g
    LEFT JOIN reserved_ip r ON r.workspace_id = g.workspace_id AND r.attached_nat_gateway_id = g.nat_gateway_id
    LEFT JOIN public_address a ON a.public_ip_id = r.public_ip_id
    LEFT JOIN network_state n ON n.workspace_id = g.workspace_id AND n.resource_type = 'nat_gateway'
     AND n.resource_id = g.nat_gateway_id
   WHERE g.workspace_id = $workspace_id::bigint AND g.vpc_id = $vpc_id`;

const list = statement(
  "nat_gateway_list",
  `${records}
     AND ($after::text IS NULL OR g.nat_gateway_id < $after)
     AND ($name::text IS NULL OR g.name = $name)
   ORDER BY g.nat_gateway_id DESC LIMIT $limit`,
);
const get = statement("nat_gateway_get", `${records} AND g.nat_gateway_id = $nat_gateway_id`);

/** A NAT gateway as lists and gets read it. */
type NatGatewayRow = RowOf<typeof get>;

const exists = statement(
  "nat_gateway_exists",
  `SELECT FROM nat_gateway
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND nat_gateway_id = $nat_gateway_id`,
);
const lock = statement(
  "nat_gateway_lock",
  `SELECT nat_gateway_id FROM nat_gateway
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND nat_gateway_id = $nat_gateway_id FOR UPDATE`,
);
const keepServing = statement(
  "nat_gateway_keep_serving",
  `SELECT g.nat_gateway_id FROM nat_gateway_subnet s
     JOIN nat_gateway g ON g.workspace_id = s.workspace_id AND g.vpc_id = s.vpc_id
      AND g.nat_gateway_id = s.nat_gateway_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.vpc_id = $vpc_id AND s.subnet_id = $subnet_id FOR SHARE OF g`,
);
const serving = statement(
  "nat_gateway_serving",
  `SELECT DISTINCT 'nat_gateway' AS type, g.nat_gateway_id AS id, g.name FROM nat_gateway_subnet s
     JOIN nat_gateway g ON g.workspace_id = s.workspace_id AND g.vpc_id = s.vpc_id
      AND g.nat_gateway_id = s.nat_gateway_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.vpc_id = $vpc_id AND s.subnet_id = ANY ($subnet_ids::text[])
    ORDER BY 2`,
);
const named = statement(
  "nat_gateway_named",
  `SELECT 'nat_gateway' AS type, nat_gateway_id AS id, name FROM nat_gateway
    WHERE workspace_id = $workspace_id::bigint AND name = $name`,
);
const users = statement(
  "nat_gateway_users",
  `(SELECT 'vpc_node' AS type, allocation_id AS id, host(private_ip) AS name FROM vpc_node
     WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND nat_gateway_id = $nat_gateway_id
     ORDER BY allocation_id LIMIT 20)
    UNION ALL
   (SELECT 'port_forward', port_forward_id, protocol || '/' || public_port FROM port_forward
     WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND nat_gateway_id = $nat_gateway_id
     ORDER BY port_forward_id LIMIT 20)`,
);
const insert = statement(
  "nat_gateway_insert",
  `WITH made AS (
     INSERT INTO nat_gateway (workspace_id, vpc_id, nat_gateway_id, site_id, name)
     VALUES ($workspace_id::bigint, $vpc_id, $nat_gateway_id, $site_id, $name)
   )
   INSERT INTO nat_gateway_subnet (workspace_id, vpc_id, nat_gateway_id, subnet_id)
   SELECT $workspace_id::bigint, $vpc_id, $nat_gateway_id, unnest($subnet_ids::text[])`,
);
const rename = statement(
  "nat_gateway_rename",
  `UPDATE nat_gateway SET name = $name, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND nat_gateway_id = $nat_gateway_id`,
);
const remove = statement(
  "nat_gateway_delete",
  `DELETE FROM nat_gateway
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND nat_gateway_id = $nat_gateway_id`,
);

const vpcOf = statement(
  "nat_gateway_vpc",
  "SELECT vpc_id FROM nat_gateway WHERE workspace_id = $workspace_id::bigint AND nat_gateway_id = $nat_gateway_id",
);

/** Locks a NAT gateway by its id alone, without its VPC, until the transaction ends. */
export async function lockNatGateway(
  sql: Sql,
  workspaceId: bigint,
  natGatewayId: string,
): Promise<NatGatewayRow | undefined> {
  const [place] = await sql.query(vpcOf, { workspace_id: workspaceId, nat_gateway_id: natGatewayId });
  return place === undefined ? undefined : new NatGatewayRepository(sql, workspaceId, place.vpc_id).lock(natGatewayId);
}

/** The NAT gateways of one VPC of one workspace. */
export class NatGatewayRepository {
  readonly #sql: Sql;
  readonly #place: { readonly workspace_id: bigint; readonly vpc_id: string };

  constructor(sql: Sql, workspaceId: bigint, vpcId: string) {
    this.#sql = sql;
    this.#place = { workspace_id: workspaceId, vpc_id: vpcId };
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(filter: { name?: string | undefined }, after: string | undefined, limit: number): Promise<NatGatewayRow[]> {
    return this.#sql.query(list, { ...this.#place, after: after ?? null, name: filter.name ?? null, limit });
  }

  async get(natGatewayId: string): Promise<NatGatewayRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#place, nat_gateway_id: natGatewayId });
    return row;
  }

  /** Whether a NAT gateway exists. Does not read its subnets and forwards. */
  async exists(natGatewayId: string): Promise<boolean> {
    return (await this.#sql.query(exists, { ...this.#place, nat_gateway_id: natGatewayId })).length > 0;
  }

  /** Locks a NAT gateway for a change until the transaction ends. */
  async lock(natGatewayId: string): Promise<NatGatewayRow | undefined> {
    const held = await this.#sql.query(lock, { ...this.#place, nat_gateway_id: natGatewayId });
    return held.length > 0 ? this.get(natGatewayId) : undefined;
  }

  /** Locks the NAT gateway of a subnet against changes until the transaction ends. The lock is shared. */
  async keepServing(subnetId: string): Promise<NatGatewayRow | undefined> {
    const [kept] = await this.#sql.query(keepServing, { ...this.#place, subnet_id: subnetId });
    return kept === undefined ? undefined : this.get(kept.nat_gateway_id);
  }

  /** The NAT gateways that serve any of these subnets. */
  serving(subnetIds: readonly string[]): Promise<Blocker[]> {
    return this.#sql.query(serving, { ...this.#place, subnet_ids: subnetIds });
  }

  /** The workspace's NAT gateway of this name, in any of its VPCs. */
  named(name: string): Promise<Blocker[]> {
    return this.#sql.query(named, { workspace_id: this.#place.workspace_id, name });
  }

  /** Some of the nodes behind a NAT gateway and of its port forwards, as blockers of its deletion. */
  users(natGatewayId: string): Promise<Blocker[]> {
    return this.#sql.query(users, { ...this.#place, nat_gateway_id: natGatewayId });
  }

  async insert({ natGatewayId, siteId, name, subnetIds }: NewNatGateway): Promise<void> {
    await this.#sql.query(insert, {
      ...this.#place,
      nat_gateway_id: natGatewayId,
      site_id: siteId,
      name,
      subnet_ids: subnetIds,
    });
  }

  async rename(natGatewayId: string, name: string): Promise<void> {
    await this.#sql.query(rename, { ...this.#place, nat_gateway_id: natGatewayId, name });
  }

  async delete(natGatewayId: string): Promise<void> {
    await this.#sql.query(remove, { ...this.#place, nat_gateway_id: natGatewayId });
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
