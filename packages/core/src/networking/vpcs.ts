import { Vpc } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { requireIpv6, requireSite } from "../catalog/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import { type Workspace, workspaceIds } from "../request/caller.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, deletionProtected, found, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { ipv6OfNode, ipv6OfSubnet, ipv6OfVpc } from "./ipv6.ts";

const columns = `vpc_id, site_id, name, description, cidr::text, ipv6_cidr IS NOT NULL AS ipv6, ipv6_cidr::text,
          status::text, deletion_protection, created_at, updated_at`;

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
  `INSERT INTO vpc (vpc_id, workspace_id, site_id, name, description, cidr, ipv6_cidr, deletion_protection)
   VALUES ($vpc_id, $workspace_id::bigint, $site_id, $name, $description, $cidr::inet, $ipv6_cidr::inet,
           $deletion_protection::boolean)
   RETURNING ${columns}`,
);
const update = statement(
  "vpc_update",
  `UPDATE vpc SET name = coalesce($name, name),
          description = CASE WHEN $sets_description::boolean THEN $description ELSE description END,
          deletion_protection = coalesce($deletion_protection::boolean, deletion_protection), updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id`,
);
const setIpv6 = statement(
  "vpc_set_ipv6",
  `UPDATE vpc SET ipv6_cidr = $ipv6_cidr::inet, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id`,
);
// Each statement sees what was attached until it has the rows of the one before, which attaching locks first.
const setIpv6OfSubnets = statement(
  "vpc_set_ipv6_of_subnets",
  `UPDATE subnet n SET ipv6_cidr = ${ipv6OfSubnet("v.ipv6_cidr", "n.cidr")}, updated_at = now() FROM vpc v
    WHERE n.workspace_id = $workspace_id::bigint AND n.vpc_id = $vpc_id AND v.workspace_id = n.workspace_id
      AND v.vpc_id = n.vpc_id`,
);
const setIpv6OfNodes = statement(
  "vpc_set_ipv6_of_nodes",
  `UPDATE vpc_node n SET ipv6_address = ${ipv6OfNode("s.ipv6_cidr", "n.private_ip")} FROM subnet s
    WHERE n.workspace_id = $workspace_id::bigint AND n.vpc_id = $vpc_id AND s.workspace_id = n.workspace_id
      AND s.subnet_id = n.subnet_id`,
);
const nodesIn = statement(
  "vpc_nodes_first",
  `SELECT 'vpc_node' AS type, allocation_id AS id, host(private_ip) AS name FROM vpc_node
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id ORDER BY allocation_id LIMIT 20`,
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

const activePeeringsOf = statement(
  "vpc_active_peerings",
  `SELECT 'vpc_peering' AS type, vpc_peering_id AS id, name FROM vpc_peering
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND status = 'active'
    ORDER BY vpc_peering_id LIMIT 20`,
);

const shown = wireForm(Vpc);

function toVpc(row: VpcRow, workspace: Workspace): Vpc {
  return shown({ ...row, ...workspaceIds(workspace) });
}

export function findVpc({ sql, workspace }: InWorkspace, vpc_id: string): Promise<VpcRow | undefined> {
  return sql.maybe(get, { workspace_id: workspace.id, vpc_id });
}

/** @throws DomainError 404 */
export async function requireVpc(context: InWorkspace, vpc_id: string): Promise<VpcRow> {
  return found(await findVpc(context, vpc_id), "VPC");
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
export const createVpc: Handler<"vpc.create"> = async (context, { description, ipv6, ...input }) => {
  const { sql, workspace } = context;
  const values = { workspace_id: workspace.id, ...input };
  await requireSite(context, input.site_id);
  if (ipv6) await requireIpv6(context, input.site_id);
  const blockers = await sql.query(overlapping, values);
  if (blockers.length > 0)
    throw conflict(
      "cidr_overlap",
      "Another VPC of the workspace at this site uses addresses of this network; choose another cidr.",
      blockers,
    );
  const vpc_id = newId("vpc");
  const ipv6_cidr = ipv6 ? ipv6OfVpc(vpc_id) : null;
  return toVpc(await sql.one(insert, { ...values, vpc_id, ipv6_cidr, description }), workspace);
};

export const getVpc: Handler<"vpc.get"> = async (context, { vpc_id }) =>
  toVpc(await requireVpc(context, vpc_id), context.workspace);

/** Changes the fields that are sent. */
export const updateVpc: Handler<"vpc.update"> = async (context, { vpc_id, ...change }) => {
  const { sql, workspace } = context;
  const { ipv6, ...columns } = change;
  const { name, description, deletion_protection } = columns;
  if (ipv6 !== undefined) await changeIpv6(context, await lockVpc(context, vpc_id), ipv6);
  if (Object.values(columns).some((value) => value !== undefined))
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

/**
 * Gives a VPC IPv6, with its subnets and its nodes, or takes it away.
 * @throws DomainError 400 where its site has no IPv6; 409 when it is taken away while VMs have addresses
 */
async function changeIpv6(context: RequestContext, vpc: VpcRow, ipv6: boolean): Promise<void> {
  if (ipv6 === vpc.ipv6) return;
  const { sql, workspace } = context;
  const { vpc_id } = vpc;
  const values = { workspace_id: workspace.id, vpc_id };
  if (ipv6) await requireIpv6(context, vpc.site_id);
  await sql.query(setIpv6, { ...values, ipv6_cidr: ipv6 ? ipv6OfVpc(vpc_id) : null });
  await sql.query(setIpv6OfSubnets, values);
  if (ipv6) {
    await sql.query(setIpv6OfNodes, values);
    return;
  }
  const blockers = await sql.query(nodesIn, values);
  if (blockers.length > 0)
    throw mayPass(
      conflict("ipv6_in_use", "VMs have IPv6 addresses of the VPC; detach them from its subnets first.", blockers),
    );
}

/**
 * Deletes a VPC that has no subnets, and so no nodes and no NAT gateways, and no active peerings. Others go with it.
 */
export const deleteVpc: Handler<"vpc.delete"> = async ({ sql, workspace }, { vpc_id }) => {
  const values = { workspace_id: workspace.id, vpc_id };
  const vpc = found(await sql.maybe(lockToDelete, values), "VPC");
  if (vpc.deletion_protection) throw deletionProtected("VPC");
  const blockers = await sql.query(subnetsIn, values);
  if (blockers.length > 0)
    throw mayPass(conflict("vpc_not_empty", "The VPC has subnets; delete them first.", blockers));
  const peerings = await sql.query(activePeeringsOf, values);
  if (peerings.length > 0)
    throw mayPass(conflict("vpc_peered", "The VPC has active peerings; delete them first.", peerings));
  await sql.query(remove, values);
  return { status: "deleted", id: vpc_id };
};
