import { Vpc } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { requireSite } from "../catalog/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import { type Workspace, workspaceIds } from "../request/caller.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, deletionProtected, found, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

const columns =
  "vpc_id, site_id, name, description, cidr::text, status::text, deletion_protection, created_at, updated_at";

const list = statement(
  "vpc_list",
  `SELECT ${columns} FROM vpc
    WHERE workspace_id = $workspace_id::bigint
      AND vpc_id < $after
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

const shown = wireForm(Vpc);

function toVpc(row: VpcRow, workspace: Workspace): Vpc {
  return shown({ ...row, ...workspaceIds(workspace) });
}

/** @throws DomainError 404 */
export async function requireVpc({ sql, workspace }: InWorkspace, vpc_id: string): Promise<VpcRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, vpc_id }), "VPC");
}

/**
 * Locks the VPC until the transaction ends. Its subnets are created one at a time, and it is not deleted meanwhile.
 * @throws DomainError 404
 */
export async function lockVpc({ sql, workspace }: InWorkspace, vpc_id: string): Promise<VpcRow> {
  return found(await sql.maybe(lock, { workspace_id: workspace.id, vpc_id }), "VPC");
}

export const listVpcs: Handler<"vpc.list"> = async ({ sql, workspace }, { limit, cursor, ...filter }) => {
  const rows = await sql.query(list, {
    workspace_id: workspace.id,
    after: olderThan(cursor, "vpc"),
    statuses: filter.status,
    name: filter.name,
    site_ids: filter.site_id,
    search: filter.search,
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.vpc_id,
    (row) => toVpc(row, workspace),
  );
};

/** Creates a VPC. It is available at once, because a site stores nothing for a VPC without VMs. */
export const createVpc: Handler<"vpc.create"> = async (context, { description, ...input }) => {
  const { sql, workspace } = context;
  const values = { workspace_id: workspace.id, ...input };
  await requireSite(context, input.site_id);
  const blockers = await sql.query(overlapping, values);
  if (blockers.length > 0)
    throw conflict(
      "cidr_overlap",
      "Another VPC of the workspace at this site uses addresses of this network; choose another cidr.",
      blockers,
    );
  return toVpc(await sql.one(insert, { ...values, vpc_id: newId("vpc"), description }), workspace);
};

export const getVpc: Handler<"vpc.get"> = async (context, { vpc_id }) =>
  toVpc(await requireVpc(context, vpc_id), context.workspace);

/** Changes the fields that are sent. */
export const updateVpc: Handler<"vpc.update"> = async (context, { vpc_id, ...change }) => {
  const { sql, workspace } = context;
  const { name, description, deletion_protection } = change;
  if (Object.values(change).some((value) => value !== undefined))
    await sql.query(update, {
      workspace_id: workspace.id,
      vpc_id,
      name,
      sets_description: description !== undefined,
      description,
      deletion_protection,
    });
  return toVpc(await requireVpc(context, vpc_id), workspace);
};

/** Deletes a VPC that has no subnets, and so no nodes and no NAT gateways. */
export const deleteVpc: Handler<"vpc.delete"> = async ({ sql, workspace }, { vpc_id }) => {
  const values = { workspace_id: workspace.id, vpc_id };
  const vpc = found(await sql.maybe(lockToDelete, values), "VPC");
  if (vpc.deletion_protection) throw deletionProtected("VPC");
  const blockers = await sql.query(subnetsIn, values);
  if (blockers.length > 0)
    throw mayPass(conflict("vpc_not_empty", "The VPC has subnets; delete them first.", blockers));
  await sql.query(remove, values);
  return { status: "deleted", id: vpc_id };
};
