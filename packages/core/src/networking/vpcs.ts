import type { Blocker, NetworkStatus, UpdateVpc, Vpc } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { requireSite } from "../catalog/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, deletionProtected, mayPass, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

interface NewVpc {
  readonly vpcId: string;
  readonly siteId: string;
  readonly name: string;
  readonly description: string | null;
  readonly cidr: string;
  readonly isProtected: boolean;
}

interface VpcFilter {
  readonly status?: readonly NetworkStatus[] | undefined;
  readonly name?: string | undefined;
  readonly site_id?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

const columns =
  "vpc_id, site_id, name, description, cidr::text, status::text, deletion_protection, created_at, updated_at";

const list = statement(
  "vpc_list",
  `SELECT ${columns} FROM vpc
    WHERE workspace_id = $workspace_id::bigint
      AND ($after::text IS NULL OR vpc_id < $after)
      AND ${isAmong("status", "$statuses")}
      AND ($name::text IS NULL OR name = $name)
      AND ${isAmong("site_id", "$site_ids")}
      AND ${contains("name", "$search")}
    ORDER BY vpc_id DESC LIMIT $limit`,
);
const get = lookup(
  "vpc_get",
  `SELECT ${columns} FROM vpc WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id`,
);

/** A VPC as lists and gets read it. */
type VpcRow = RowOf<typeof get>;

const lock = statement(
  "vpc_lock",
  `SELECT ${columns} FROM vpc WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id FOR NO KEY UPDATE`,
);
const lockToDelete = statement(
  "vpc_lock_to_delete",
  `SELECT ${columns} FROM vpc WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id FOR UPDATE`,
);
const insert = statement(
  "vpc_insert",
  `INSERT INTO vpc (vpc_id, workspace_id, site_id, name, description, cidr, deletion_protection)
   VALUES ($vpc_id, $workspace_id::bigint, $site_id, $name, $description, $cidr::inet, $deletion_protection::boolean)
   RETURNING ${columns}`,
);
const update = statement(
  "vpc_update",
  `UPDATE vpc SET name = coalesce($name, name),
          description = CASE WHEN $sets_description::boolean THEN $description ELSE description END,
          deletion_protection = coalesce($deletion_protection::boolean, deletion_protection), updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id`,
);
const remove = statement(
  "vpc_delete",
  "DELETE FROM vpc WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND NOT deletion_protection",
);
const overlapping = statement(
  "vpc_overlapping",
  `SELECT 'vpc' AS type, vpc_id AS id, name FROM vpc
    WHERE workspace_id = $workspace_id::bigint AND site_id = $site_id AND cidr && $cidr::inet ORDER BY vpc_id LIMIT 20`,
);
const subnetsIn = statement(
  "subnet_first",
  `SELECT 'subnet' AS type, subnet_id AS id, name FROM subnet
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id ORDER BY subnet_id LIMIT 20`,
);

/** The VPCs of one workspace. */
export class VpcRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, at most `limit`, older than `after`. */
  list({ status, name, site_id, search }: VpcFilter, after: string | undefined, limit: number): Promise<VpcRow[]> {
    return this.#sql.query(list, {
      workspace_id: this.#workspaceId,
      after: after ?? null,
      statuses: status ?? null,
      name: name ?? null,
      site_ids: site_id ?? null,
      search: search ?? null,
      limit,
    });
  }

  async get(vpcId: string): Promise<VpcRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, vpc_id: vpcId });
    return row;
  }

  /**
   * Locks the VPC until the transaction ends. Its subnets are created one at a time, and it is not deleted meanwhile.
   */
  async lock(vpcId: string, purpose: "change" | "delete"): Promise<VpcRow | undefined> {
    const [row] = await this.#sql.query(purpose === "delete" ? lockToDelete : lock, {
      workspace_id: this.#workspaceId,
      vpc_id: vpcId,
    });
    return row;
  }

  async insert({ vpcId, siteId, name, description, cidr, isProtected }: NewVpc): Promise<VpcRow> {
    const [row] = await this.#sql.query(insert, {
      workspace_id: this.#workspaceId,
      vpc_id: vpcId,
      site_id: siteId,
      name,
      description,
      cidr,
      deletion_protection: isProtected,
    });
    if (row === undefined) throw new Error("the database created no VPC");
    return row;
  }

  async update(vpcId: string, { name, description, deletion_protection }: UpdateVpc): Promise<void> {
    await this.#sql.query(update, {
      workspace_id: this.#workspaceId,
      vpc_id: vpcId,
      name: name ?? null,
      sets_description: description !== undefined,
      description: description ?? null,
      deletion_protection: deletion_protection ?? null,
    });
  }

  async delete(vpcId: string): Promise<void> {
    await this.#sql.query(remove, { workspace_id: this.#workspaceId, vpc_id: vpcId });
  }

  /** The VPCs at a site that overlap `cidr`. */
  overlapping(siteId: string, cidr: string): Promise<Blocker[]> {
    return this.#sql.query(overlapping, { workspace_id: this.#workspaceId, site_id: siteId, cidr });
  }

  /** Some of the subnets of a VPC, as blockers of its deletion. */
  subnetsIn(vpcId: string): Promise<Blocker[]> {
    return this.#sql.query(subnetsIn, { workspace_id: this.#workspaceId, vpc_id: vpcId });
  }
}

function toVpc(row: VpcRow, workspace: Workspace): Vpc {
  return {
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** @throws DomainError 404 */
export async function requireVpc(
  { sql, workspace }: Pick<RequestContext, "sql" | "workspace">,
  vpcId: string,
): Promise<VpcRow> {
  const vpc = await new VpcRepository(sql, workspace.id).get(vpcId);
  if (vpc === undefined) throw notFound("VPC");
  return vpc;
}

export const listVpcs: Handler<"vpc.list"> = async ({ sql, workspace }, { limit, cursor, ...filter }) => {
  const rows = await new VpcRepository(sql, workspace.id).list(filter, decodeCursor(cursor, "vpc"), limit + 1);
  return toPage(
    rows,
    limit,
    (row) => row.vpc_id,
    (row) => toVpc(row, workspace),
  );
};

/** Creates a VPC. It is available at once, because a site stores nothing for a VPC without VMs. */
export const createVpc: Handler<"vpc.create"> = async (context, input) => {
  const { name, site_id, cidr, description = null, deletion_protection: isProtected } = input;
  await requireSite(context, site_id);
  const vpcs = new VpcRepository(context.sql, context.workspace.id);
  const blockers = await vpcs.overlapping(site_id, cidr);
  if (blockers.length > 0)
    throw conflict(
      "cidr_overlap",
      "Another VPC of the workspace at this site uses addresses of this network; choose another cidr.",
      blockers,
    );
  const row = await vpcs.insert({ vpcId: newId("vpc"), siteId: site_id, name, description, cidr, isProtected });
  return toVpc(row, context.workspace);
};

export const getVpc: Handler<"vpc.get"> = async (context, { vpc_id }) =>
  toVpc(await requireVpc(context, vpc_id), context.workspace);

/** Changes the fields that are sent. */
export const updateVpc: Handler<"vpc.update"> = async ({ sql, workspace }, { vpc_id, ...change }) => {
  const vpcs = new VpcRepository(sql, workspace.id);
  if (Object.values(change).some((value) => value !== undefined)) await vpcs.update(vpc_id, change);
  const row = await vpcs.get(vpc_id);
  if (row === undefined) throw notFound("VPC");
  return toVpc(row, workspace);
};

/** Deletes a VPC that has no subnets, and so no nodes and no NAT gateways. */
export const deleteVpc: Handler<"vpc.delete"> = async ({ sql, workspace }, { vpc_id }) => {
  const vpcs = new VpcRepository(sql, workspace.id);
  const vpc = await vpcs.lock(vpc_id, "delete");
  if (vpc === undefined) throw notFound("VPC");
  if (vpc.deletion_protection) throw deletionProtected("VPC");
  const blockers = await vpcs.subnetsIn(vpc_id);
  if (blockers.length > 0)
    throw mayPass(conflict("vpc_not_empty", "The VPC has subnets; delete them first.", blockers));
  await vpcs.delete(vpc_id);
  return { status: "deleted", id: vpc_id };
};
