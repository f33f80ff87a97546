import type { Blocker, NetworkStatus, Subnet } from "@fulmar/contract";
import { lookup, type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";

/** A subnet as lists and gets read it. */
export interface SubnetRow {
  subnet_id: string;
  vpc_id: string;
  site_id: string;
  name: string;
  cidr: string;
  gateway: string;
  dns: string[];
  status: NetworkStatus;
  error_message: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface NewSubnet {
  readonly subnetId: string;
  readonly name: string;
  readonly cidr: string;
  readonly gateway: string;
  readonly dns: readonly string[];
}

const columns =
  "subnet_id, vpc_id, site_id, name, cidr::text, host(gateway) AS gateway, dns, status::text, error_message, created_at, updated_at";
const ofVpc = "workspace_id = $1::bigint AND vpc_id = $2";

const list = statement(
  "subnet_list",
  `SELECT ${columns} FROM subnet
    WHERE ${ofVpc}
      AND ($3::text IS NULL OR subnet_id < $3)
      AND ($4::network_status IS NULL OR status = $4::network_status)
      AND ($5::text IS NULL OR name = $5)
    ORDER BY subnet_id DESC LIMIT $6`,
);
const get = lookup("subnet_get", `SELECT ${columns} FROM subnet WHERE ${ofVpc} AND subnet_id = $3`);
const lock = statement(
  "subnet_lock",
  `SELECT ${columns} FROM subnet WHERE ${ofVpc} AND subnet_id = $3 FOR NO KEY UPDATE`,
);
const lockToDelete = statement(
  "subnet_lock_to_delete",
  `SELECT ${columns} FROM subnet WHERE ${ofVpc} AND subnet_id = $3 FOR UPDATE`,
);
const keep = statement(
  "subnet_keep",
  `SELECT subnet_id FROM subnet WHERE ${ofVpc} AND subnet_id = ANY ($3::text[]) ORDER BY subnet_id FOR KEY SHARE`,
);
// Site and network are taken from the VPC, which the foreign key holds them to.
const insert = statement(
  "subnet_insert",
  `INSERT INTO subnet (subnet_id, workspace_id, vpc_id, site_id, vpc_cidr, name, cidr, gateway, dns)
   SELECT $3, workspace_id, vpc_id, site_id, cidr, $4, $5::inet, $6::inet, $7::text[] FROM vpc WHERE ${ofVpc}
   RETURNING ${columns}`,
);
const update = statement(
  "subnet_update",
  `UPDATE subnet SET name = coalesce($4, name), dns = coalesce($5::text[], dns), updated_at = now() WHERE ${ofVpc} AND subnet_id = $3`,
);
const remove = statement("subnet_delete", `DELETE FROM subnet WHERE ${ofVpc} AND subnet_id = $3`);
const first = statement(
  "subnet_first",
  `SELECT 'subnet' AS type, subnet_id AS id, name FROM subnet WHERE ${ofVpc} ORDER BY subnet_id LIMIT 20`,
);
const overlapping = statement(
  "subnet_overlapping",
  `SELECT 'subnet' AS type, subnet_id AS id, name FROM subnet WHERE ${ofVpc} AND cidr && $3::inet ORDER BY subnet_id LIMIT 20`,
);
const users = statement(
  "subnet_users",
  `(SELECT 'vpc_node' AS type, allocation_id AS id, host(private_ip) AS name FROM vpc_node WHERE ${ofVpc} AND subnet_id = $3 LIMIT 20)
    UNION ALL
   SELECT 'nat_gateway', g.nat_gateway_id, g.name FROM nat_gateway_subnet s JOIN nat_gateway g ON g.nat_gateway_id = s.nat_gateway_id
    WHERE s.workspace_id = $1::bigint AND s.vpc_id = $2 AND s.subnet_id = $3
    UNION ALL
   SELECT 'load_balancer', load_balancer_id, name FROM load_balancer WHERE ${ofVpc} AND subnet_id = $3`,
);

/** The subnets of one VPC of one workspace. */
export class SubnetRepository {
  readonly #sql: Sql;
  readonly #place: readonly [workspaceId: bigint, vpcId: string];

  constructor(sql: Sql, workspaceId: bigint, vpcId: string) {
    this.#sql = sql;
    this.#place = [workspaceId, vpcId];
  }

  /** Newest first, `limit` at most, those older than `after`. */
  list(
    filter: { status?: NetworkStatus | undefined; name?: string | undefined },
    after: string | undefined,
    limit: number,
  ): Promise<SubnetRow[]> {
    return this.#sql.query(list, [...this.#place, after ?? null, filter.status ?? null, filter.name ?? null, limit]);
  }

  async get(subnetId: string): Promise<SubnetRow | undefined> {
    const [row] = await this.#sql.query(get, [...this.#place, subnetId]);
    return row;
  }

  /**
   * Holds the subnet until the transaction ends: addresses are handed out one after the other, and it is not deleted
   * meanwhile.
   */
  async lock(subnetId: string, purpose: "change" | "delete"): Promise<SubnetRow | undefined> {
    const [row] = await this.#sql.query(purpose === "delete" ? lockToDelete : lock, [...this.#place, subnetId]);
    return row;
  }

  /** Keeps subnets from being deleted until the transaction ends. @returns whether all of them are there */
  async keep(subnetIds: readonly string[]): Promise<boolean> {
    const rows = await this.#sql.query(keep, [...this.#place, subnetIds]);
    return rows.length === subnetIds.length;
  }

  async insert({ subnetId, name, cidr, gateway, dns }: NewSubnet): Promise<SubnetRow> {
    const [row] = await this.#sql.query(insert, [...this.#place, subnetId, name, cidr, gateway, dns]);
    if (row === undefined) throw new Error("the database made no subnet");
    return row;
  }

  async update(
    subnetId: string,
    { name, dns }: { name?: string | undefined; dns?: readonly string[] | undefined },
  ): Promise<void> {
    await this.#sql.query(update, [...this.#place, subnetId, name ?? null, dns ?? null]);
  }

  async delete(subnetId: string): Promise<void> {
    await this.#sql.query(remove, [...this.#place, subnetId]);
  }

  /** Some of the subnets, as what stands in the way of deleting the VPC. */
  first(): Promise<Blocker[]> {
    return this.#sql.query(first, this.#place);
  }

  /** The subnets whose networks share addresses with `cidr`. */
  overlapping(cidr: string): Promise<Blocker[]> {
    return this.#sql.query(overlapping, [...this.#place, cidr]);
  }

  /** What stands in the way of deleting a subnet: nodes, the NAT gateway that serves it, and load balancers. */
  users(subnetId: string): Promise<Blocker[]> {
    return this.#sql.query(users, [...this.#place, subnetId]);
  }
}

export function toSubnet(row: SubnetRow, workspace: Workspace): Subnet {
  return {
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
