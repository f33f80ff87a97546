import { formatIpv4, isHostAddress, networkContains, parseCidr, parseIpv4, Subnet } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import { type Workspace, workspaceIds } from "../request/caller.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found, invalidField, mayPass, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { keepFirewallGroups } from "./firewall-instances.ts";
import { ipv6OfSubnet } from "./ipv6.ts";
import { lockVpc, requireVpc } from "./vpcs.ts";

const columns =
  "subnet_id, vpc_id, site_id, name, cidr::text, ipv6_cidr::text, host(gateway) AS gateway, dns, " +
  "ARRAY(SELECT l.firewall_group_id FROM firewall_group_subnet l WHERE l.workspace_id = subnet.workspace_id " +
  "AND l.subnet_id = subnet.subnet_id ORDER BY l.firewall_group_id) AS firewall_group_ids, " +
  "status::text, error_message, created_at, updated_at";
const ofVpc = "workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id";

const list = statement(
  "subnet_list",
  `SELECT ${columns} FROM subnet
    WHERE ${ofVpc}
      AND subnet_id < $after
      AND ($status::network_status IS NULL OR status = $status::network_status)
      AND ($name::text IS NULL OR name = $name)
    ORDER BY subnet_id DESC LIMIT $limit`,
);
const get = lookup("subnet_get", `SELECT ${columns} FROM subnet WHERE ${ofVpc} AND subnet_id = $subnet_id`);

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
  `INSERT INTO subnet (subnet_id, workspace_id, vpc_id, site_id, vpc_cidr, name, cidr, gateway, dns, ipv6_cidr)
   SELECT $subnet_id, workspace_id, vpc_id, site_id, cidr, $name, $cidr::inet, $gateway::inet, $dns::text[],
          ${ipv6OfSubnet("ipv6_cidr", "$cidr::inet")}
     FROM vpc WHERE ${ofVpc}
   RETURNING ${columns}`,
);
const update = statement(
  "subnet_update",
  `UPDATE subnet SET name = coalesce($name, name), dns = coalesce($dns::text[], dns), updated_at = now()
    WHERE ${ofVpc} AND subnet_id = $subnet_id`,
);
const linkGroups = statement(
  "subnet_link_firewall_groups",
  `INSERT INTO firewall_group_subnet (workspace_id, firewall_group_id, vpc_id, subnet_id)
   SELECT DISTINCT $workspace_id::bigint, g.firewall_group_id, $vpc_id, $subnet_id
     FROM unnest($firewall_group_ids::text[]) AS g (firewall_group_id)
       ON CONFLICT DO NOTHING`,
);
const unlinkGroups = statement(
  "subnet_unlink_firewall_groups",
  `DELETE FROM firewall_group_subnet
    WHERE workspace_id = $workspace_id::bigint AND subnet_id = $subnet_id
      AND firewall_group_id <> ALL ($firewall_group_ids::text[])`,
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

const shown = wireForm(Subnet);

function toSubnet(row: SubnetRow, workspace: Workspace): Subnet {
  return shown({ ...row, ...workspaceIds(workspace) });
}

/** @throws DomainError 404 */
export async function readSubnet(
  { sql, workspace }: InWorkspace,
  vpc_id: string,
  subnet_id: string,
): Promise<SubnetRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, vpc_id, subnet_id }), "subnet");
}

/**
 * Locks the subnet until the transaction ends. Addresses are assigned one at a time, and the subnet is not deleted
 * meanwhile.
 * @throws DomainError 404
 */
export async function lockSubnet(
  { sql, workspace }: InWorkspace,
  vpc_id: string,
  subnet_id: string,
): Promise<SubnetRow> {
  return found(await sql.maybe(lock, { workspace_id: workspace.id, vpc_id, subnet_id }), "subnet");
}

/** Locks subnets against deletion until the transaction ends. @throws DomainError 404 if one of them does not exist */
export async function keepSubnets(
  { sql, workspace }: InWorkspace,
  vpc_id: string,
  subnet_ids: readonly string[],
): Promise<void> {
  const kept = await sql.query(keep, { workspace_id: workspace.id, vpc_id, subnet_ids });
  if (kept.length !== subnet_ids.length) throw notFound("subnet");
}

export const listSubnets: Handler<"subnet.list"> = async (context, { vpc_id, limit, cursor, status, name }) => {
  const { sql, workspace } = context;
  await requireVpc(context, vpc_id);
  const rows = await sql.query(list, {
    workspace_id: workspace.id,
    vpc_id,
    after: olderThan(cursor, "sub"),
    status,
    name,
    limit: limit + 1,
  });
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
export const createSubnet: Handler<"subnet.create"> = async (context, { vpc_id, name, cidr, dns, ...input }) => {
  const { sql, workspace } = context;
  const vpc = await lockVpc(context, vpc_id);
  const gateway = gatewayOf(vpc.cidr, cidr, input.gateway);
  const values = { workspace_id: workspace.id, vpc_id, name, cidr, gateway, dns };
  const blockers = await sql.query(overlapping, values);
  if (blockers.length > 0)
    throw conflict(
      "cidr_overlap",
      "Another subnet of the VPC uses addresses of this network; choose another cidr.",
      blockers,
    );
  const { firewall_group_ids } = input;
  await keepFirewallGroups(context, firewall_group_ids);
  const row = await sql.one(insert, { ...values, subnet_id: newId("sub") });
  if (firewall_group_ids.length === 0) return toSubnet(row, workspace);
  const { subnet_id } = row;
  await sql.query(linkGroups, { workspace_id: workspace.id, vpc_id, subnet_id, firewall_group_ids });
  return toSubnet(await readSubnet(context, vpc_id, subnet_id), workspace);
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

export const getSubnet: Handler<"subnet.get"> = async (context, { vpc_id, subnet_id }) =>
  toSubnet(await readSubnet(context, vpc_id, subnet_id), context.workspace);

/** Changes the fields that are sent. */
export const updateSubnet: Handler<"subnet.update"> = async (context, { vpc_id, subnet_id, ...change }) => {
  const { sql, workspace } = context;
  const { name, dns, firewall_group_ids } = change;
  if (firewall_group_ids !== undefined) {
    await lockSubnet(context, vpc_id, subnet_id);
    await keepFirewallGroups(context, firewall_group_ids);
    const values = { workspace_id: workspace.id, vpc_id, subnet_id, firewall_group_ids };
    await sql.query(unlinkGroups, values);
    await sql.query(linkGroups, values);
  }
  if (Object.values(change).some((value) => value !== undefined))
    await sql.query(update, { workspace_id: workspace.id, vpc_id, subnet_id, name, dns });
  return toSubnet(await readSubnet(context, vpc_id, subnet_id), workspace);
};

export const deleteSubnet: Handler<"subnet.delete"> = async ({ sql, workspace }, ids) => {
  const values = { workspace_id: workspace.id, ...ids };
  found(await sql.maybe(lockToDelete, values), "subnet");
  const blockers = await sql.query(users, values);
  if (blockers.length > 0) {
    throw mayPass(
      conflict(
        "subnet_not_empty",
        "The subnet is in use; detach its nodes and delete the NAT gateway and the load balancers in it first.",
        blockers,
      ),
    );
  }
  await sql.query(remove, values);
  return { status: "deleted", id: ids.subnet_id };
};
