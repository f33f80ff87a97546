import {
  type Blocker,
  formatIpv4,
  isHostAddress,
  type NetworkStatus,
  networkContains,
  parseCidr,
  parseIpv4,
  type Subnet,
} from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { conflict, invalidField, mayPass, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { requireVpc, VpcRepository } from "./vpcs.ts";

interface NewSubnet {
  readonly subnetId: string;
  readonly name: string;
  readonly cidr: string;
  readonly gateway: string;
  readonly dns: readonly string[];
}

const columns =
  "subnet_id, vpc_id, site_id, name, cidr::text, host(gateway) AS gateway, dns, status::text, error_message, created_at, updated_at";
const ofVpc = "workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id";

const list = statement(
  "subnet_list",
  `SELECT ${columns} FROM subnet
    WHERE ${ofVpc}
      AND ($after::text IS NULL OR subnet_id < $after)
      AND ($status::network_status IS NULL OR status = $status::network_status)
      AND ($name::text IS NULL OR name = $name)
    ORDER BY subnet_id DESC LIMIT $limit`,
);
const get = lookup("subnet_get", `SELECT ${columns} FROM subnet WHERE ${ofVpc} AND subnet_id = $subnet_id`);

/** A subnet as lists and gets read it. */
export type SubnetRow = RowOf<typeof get>;

const lock = statement(
  "subnet_lock",
  `SELECT ${columns} FROM subnet WHERE ${ofVpc} AND subnet_id = $subnet_id FOR NO KEY UPDATE`,
);
const lockToDelete = statement(
  "subnet_lock_to_delete",
  `SELECT ${columns} FROM subnet WHERE ${ofVpc} AND subnet_id = $subnet_id FOR UPDATE`,
);
const keep = statement(
  "subnet_keep",
  `SELECT subnet_id FROM subnet
    WHERE ${ofVpc} AND subnet_id = ANY ($subnet_ids::text[]) ORDER BY subnet_id FOR KEY SHARE`,
);
// Site and network come from the VPC. The foreign key enforces that they match.
const insert = statement(
  "subnet_insert",
  `INSERT INTO subnet (subnet_id, workspace_id, vpc_id, site_id, vpc_cidr, name, cidr, gateway, dns)
   SELECT $subnet_id, workspace_id, vpc_id, site_id, cidr, $name, $cidr::inet, $gateway::inet, $dns::text[] FROM vpc
    WHERE ${ofVpc}
   RETURNING ${columns}`,
);
const update = statement(
  "subnet_update",
  `UPDATE subnet SET name = coalesce($name, name), dns = coalesce($dns::text[], dns), updated_at = now()
    WHERE ${ofVpc} AND subnet_id = $subnet_id`,
);
const remove = statement("subnet_delete", `DELETE FROM subnet WHERE ${ofVpc} AND subnet_id = $subnet_id`);
const overlapping = statement(
  "subnet_overlapping",
  `SELECT 'subnet' AS type, subnet_id AS id, name FROM subnet WHERE ${ofVpc} AND cidr && $cidr::inet
    ORDER BY subnet_id LIMIT 20`,
);
const users = statement(
  "subnet_users",
  `(SELECT 'vpc_node' AS type, allocation_id AS id, host(private_ip) AS name FROM vpc_node
     WHERE ${ofVpc} AND subnet_id = $subnet_id LIMIT 20)
    UNION ALL
   SELECT 'nat_gateway', g.nat_gateway_id, g.name FROM nat_gateway_subnet s
     JOIN nat_gateway g ON g.nat_gateway_id = s.nat_gateway_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.vpc_id = $vpc_id AND s.subnet_id = $subnet_id
    UNION ALL
   SELECT 'load_balancer', load_balancer_id, name FROM load_balancer WHERE ${ofVpc} AND subnet_id = $subnet_id`,
);

/** The subnets of one VPC of one workspace. */
export class SubnetRepository {
  readonly #sql: Sql;
  readonly #place: { readonly workspace_id: bigint; readonly vpc_id: string };

  constructor(sql: Sql, workspaceId: bigint, vpcId: string) {
    this.#sql = sql;
    this.#place = { workspace_id: workspaceId, vpc_id: vpcId };
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(
    filter: { status?: NetworkStatus | undefined; name?: string | undefined },
    after: string | undefined,
    limit: number,
  ): Promise<SubnetRow[]> {
    return this.#sql.query(list, {
      ...this.#place,
      after: after ?? null,
      status: filter.status ?? null,
      name: filter.name ?? null,
      limit,
    });
  }

  async get(subnetId: string): Promise<SubnetRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#place, subnet_id: subnetId });
    return row;
  }

  /**
   * Locks the subnet until the transaction ends. Addresses are assigned one at a time, and the subnet is not deleted
   * meanwhile.
   */
  async lock(subnetId: string, purpose: "change" | "delete"): Promise<SubnetRow | undefined> {
    const [row] = await this.#sql.query(purpose === "delete" ? lockToDelete : lock, {
      ...this.#place,
      subnet_id: subnetId,
    });
    return row;
  }

  /**
   * Locks subnets against deletion until the transaction ends.
   * @returns whether all of them exist
   */
  async keep(subnetIds: readonly string[]): Promise<boolean> {
    const rows = await this.#sql.query(keep, { ...this.#place, subnet_ids: subnetIds });
    return rows.length === subnetIds.length;
  }

  async insert({ subnetId, name, cidr, gateway, dns }: NewSubnet): Promise<SubnetRow> {
    const [row] = await this.#sql.query(insert, { ...this.#place, subnet_id: subnetId, name, cidr, gateway, dns });
    if (row === undefined) throw new Error("the database created no subnet");
    return row;
  }

  async update(
    subnetId: string,
    { name, dns }: { name?: string | undefined; dns?: readonly string[] | undefined },
  ): Promise<void> {
    await this.#sql.query(update, { ...this.#place, subnet_id: subnetId, name: name ?? null, dns: dns ?? null });
  }

  async delete(subnetId: string): Promise<void> {
    await this.#sql.query(remove, { ...this.#place, subnet_id: subnetId });
  }

  /** The subnets that overlap `cidr`. */
  overlapping(cidr: string): Promise<Blocker[]> {
    return this.#sql.query(overlapping, { ...this.#place, cidr });
  }

  /** The blockers of a subnet's deletion: nodes, its NAT gateway, and load balancers. */
  users(subnetId: string): Promise<Blocker[]> {
    return this.#sql.query(users, { ...this.#place, subnet_id: subnetId });
  }
}

function toSubnet(row: SubnetRow, workspace: Workspace): Subnet {
  return {
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export const listSubnets: Handler<"subnet.list"> = async ({ sql, workspace }, { vpc_id, limit, cursor, ...filter }) => {
  await requireVpc({ sql, workspace }, vpc_id);
  const rows = await new SubnetRepository(sql, workspace.id, vpc_id).list(
    filter,
    decodeCursor(cursor, "sub"),
    limit + 1,
  );
  return toPage(
    rows,
    limit,
    (row) => row.subnet_id,
    (row) => toSubnet(row, workspace),
  );
};

/**
 * Creates a subnet. It is `provisioning` until its provider has applied it (docs/adr/0017). It can be used at once,
 * because the database assigns its addresses.
 */
export const createSubnet: Handler<"subnet.create"> = async (
  { sql, workspace },
  { vpc_id, name, cidr, gateway, dns },
) => {
  const vpc = await new VpcRepository(sql, workspace.id).lock(vpc_id, "change");
  if (vpc === undefined) throw notFound("VPC");
  const subnets = new SubnetRepository(sql, workspace.id, vpc_id);
  const subnetGateway = gatewayOf(vpc.cidr, cidr, gateway);
  const blockers = await subnets.overlapping(cidr);
  if (blockers.length > 0)
    throw conflict(
      "cidr_overlap",
      "Another subnet of the VPC uses addresses of this network; choose another cidr.",
      blockers,
    );
  const row = await subnets.insert({ subnetId: newId("sub"), name, cidr, gateway: subnetGateway, dns });
  return toSubnet(row, workspace);
};

/**
 * Checks a new subnet against its VPC.
 * @returns its gateway: the requested one, or the first address
 * @throws DomainError 400 that names `cidr` or `gateway`
 */
function gatewayOf(vpcCidr: string, cidr: string, gateway: string | undefined): string {
  const vpc = parseCidr(vpcCidr);
  const subnet = parseCidr(cidr);
  if (vpc === undefined || subnet === undefined) throw new Error(`${vpcCidr} and ${cidr} must both be networks`);
  if (!networkContains(vpc, subnet))
    throw invalidField("cidr", `must lie inside the VPC's network ${vpcCidr}`, "cidr_outside_vpc");
  const address = gateway === undefined ? subnet.first + 1 : parseIpv4(gateway);
  if (address === undefined || !isHostAddress(subnet, address)) {
    throw invalidField("gateway", "must be an address of the subnet other than its first and its last");
  }
  return formatIpv4(address);
}

/** GET /networking/vpcs/{vpc_id}/subnets/{subnet_id} */
export const getSubnet: Handler<"subnet.get"> = async ({ sql, workspace }, { vpc_id, subnet_id }) => {
  const row = await new SubnetRepository(sql, workspace.id, vpc_id).get(subnet_id);
  if (row === undefined) throw notFound("subnet");
  return toSubnet(row, workspace);
};

/** Changes the fields that are sent. */
export const updateSubnet: Handler<"subnet.update"> = async ({ sql, workspace }, { vpc_id, subnet_id, ...change }) => {
  const subnets = new SubnetRepository(sql, workspace.id, vpc_id);
  if (Object.values(change).some((value) => value !== undefined)) await subnets.update(subnet_id, change);
  const row = await subnets.get(subnet_id);
  if (row === undefined) throw notFound("subnet");
  return toSubnet(row, workspace);
};

export const deleteSubnet: Handler<"subnet.delete"> = async ({ sql, workspace }, { vpc_id, subnet_id }) => {
  const subnets = new SubnetRepository(sql, workspace.id, vpc_id);
  if ((await subnets.lock(subnet_id, "delete")) === undefined) throw notFound("subnet");
  const blockers = await subnets.users(subnet_id);
  if (blockers.length > 0) {
    throw mayPass(
      conflict(
        "subnet_not_empty",
        "The subnet is in use; detach its nodes and delete the NAT gateway and the load balancers in it first.",
        blockers,
      ),
    );
  }
  await subnets.delete(subnet_id);
  return { status: "deleted", id: subnet_id };
};
