import { NatGateway, type NatGatewayStatus } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import { type Workspace, workspaceIds } from "../request/caller.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { hasFreeAddress, poolExhausted } from "./public-addresses.ts";
import { requireSameSite } from "./require-same-site.ts";
import { attachOrAssign, readReservedIp, releaseAddress, requireFree, sitedReservedIp } from "./reserved-ips.ts";
import { keepSubnets } from "./subnets.ts";
import { requireVpc } from "./vpcs.ts";

const SKU = "nat.gateway";

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
     AND g.nat_gateway_id < $after
     AND ($name::text IS NULL OR g.name = $name)
   ORDER BY g.nat_gateway_id DESC LIMIT $limit`,
);
const get = statement("nat_gateway_get", `${records} AND g.nat_gateway_id = $nat_gateway_id`);

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

const shown = wireForm(NatGateway);

function toNatGateway(row: NatGatewayRow, workspace: Workspace): NatGateway {
  return shown({ ...row, ...workspaceIds(workspace), status: statusOf(row) });
}

function statusOf({ public_ip_id, applied_at, error_code }: NatGatewayRow): NatGatewayStatus {
  if (public_ip_id === null) return "without_public_ip";
  if (applied_at !== null) return "available";
  return error_code === null ? "provisioning" : "error";
}

/** Refuses an unknown NAT gateway without reading its subnets. @throws DomainError 404 */
export async function requireNatGateway(
  { sql, workspace }: InWorkspace,
  vpc_id: string,
  nat_gateway_id: string,
): Promise<void> {
  found(await sql.maybe(exists, { workspace_id: workspace.id, vpc_id, nat_gateway_id }), "NAT gateway");
}

async function readNatGateway({ sql, workspace }: InWorkspace, vpc_id: string, nat_gateway_id: string) {
  return found(await sql.maybe(get, { workspace_id: workspace.id, vpc_id, nat_gateway_id }), "NAT gateway");
}

/** Locks a NAT gateway by its id alone until the transaction ends. @throws DomainError 404 */
export async function lockNatGateway(context: InWorkspace, nat_gateway_id: string): Promise<NatGatewayRow> {
  const { sql, workspace } = context;
  const place = found(await sql.maybe(vpcOf, { workspace_id: workspace.id, nat_gateway_id }), "NAT gateway");
  return lockInVpc(context, place.vpc_id, nat_gateway_id);
}

async function lockInVpc(context: InWorkspace, vpc_id: string, nat_gateway_id: string): Promise<NatGatewayRow> {
  const { sql, workspace } = context;
  found(await sql.maybe(lock, { workspace_id: workspace.id, vpc_id, nat_gateway_id }), "NAT gateway");
  return readNatGateway(context, vpc_id, nat_gateway_id);
}

/** Locks the NAT gateway of a subnet against changes until the transaction ends. The lock is shared. */
export async function keepNatGatewayOf(
  { sql, workspace }: InWorkspace,
  { vpc_id, subnet_id }: { readonly vpc_id: string; readonly subnet_id: string },
): Promise<NatGatewayRow | undefined> {
  const place = { workspace_id: workspace.id, vpc_id };
  const kept = await sql.maybe(keepServing, { ...place, subnet_id });
  return kept === undefined ? undefined : sql.maybe(get, { ...place, ...kept });
}

/**
 * Creates a NAT gateway with a reserved IP, or with an address that the platform assigns and that is included in the
 * gateway's price. The reserved IP is not locked while billing decides. Attaching it refuses if another request was
 * faster.
 */
export const createNatGateway: Handler<"natGateway.create"> = async (context, input) => {
  const { sql, workspace } = context;
  const { vpc_id, subnet_ids, reserved_ip_id } = input;
  const { site_id } = await requireVpc(context, vpc_id);
  await keepSubnets(context, vpc_id, subnet_ids);
  const reservedIp = reserved_ip_id == null ? undefined : await readReservedIp(context, reserved_ip_id);

  await requireRoom(context, input);
  if (reservedIp !== undefined) {
    requireSameSite(site_id, [sitedReservedIp(reservedIp)]);
    requireFree(reservedIp);
  } else if (!(await hasFreeAddress(sql, site_id))) throw poolExhausted();
  await context.admit({ skuCode: SKU });

  const nat_gateway_id = newId("nat");
  const values = { workspace_id: workspace.id, ...input, site_id, nat_gateway_id };
  await sql.query(insert, values);
  await attachOrAssign(context, reservedIp?.public_ip_id, site_id, { attached_nat_gateway_id: nat_gateway_id });
  return toNatGateway(await sql.one(get, values), workspace);
};

/** @throws DomainError 409 when the name is taken, or one of the subnets has a NAT gateway already */
async function requireRoom(
  { sql, workspace }: InWorkspace,
  input: { readonly vpc_id: string; readonly name: string; readonly subnet_ids: readonly string[] },
): Promise<void> {
  const values = { workspace_id: workspace.id, ...input };
  const sameName = await sql.query(named, values);
  if (sameName.length > 0)
    throw conflict("name_taken", "The workspace has another NAT gateway of this name; choose another name.", sameName);
  const others = await sql.query(serving, values);
  if (others.length > 0) {
    throw conflict(
      "subnet_has_nat_gateway",
      "A NAT gateway serves one of the subnets already; delete it first, or leave that subnet out.",
      others,
    );
  }
}

export const listNatGateways: Handler<"natGateway.list"> = async (context, { vpc_id, limit, cursor, name }) => {
  const { sql, workspace } = context;
  await requireVpc(context, vpc_id);
  const after = olderThan(cursor, "nat");
  const rows = await sql.query(list, { workspace_id: workspace.id, vpc_id, after, name, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.nat_gateway_id,
    (row) => toNatGateway(row, workspace),
  );
};

export const getNatGateway: Handler<"natGateway.get"> = async (context, { vpc_id, nat_gateway_id }) =>
  toNatGateway(await readNatGateway(context, vpc_id, nat_gateway_id), context.workspace);

export const updateNatGateway: Handler<"natGateway.update"> = async (context, { vpc_id, nat_gateway_id, name }) => {
  const { sql, workspace } = context;
  if (name !== undefined) await sql.query(rename, { workspace_id: workspace.id, vpc_id, nat_gateway_id, name });
  return toNatGateway(await readNatGateway(context, vpc_id, nat_gateway_id), workspace);
};

/** Deletes a NAT gateway without nodes and port forwards. The workspace keeps its reserved IP. */
export const deleteNatGateway: Handler<"natGateway.delete"> = async (context, { vpc_id, nat_gateway_id }) => {
  const { sql, workspace } = context;
  const values = { workspace_id: workspace.id, vpc_id, nat_gateway_id };
  const { public_ip_id } = await lockInVpc(context, vpc_id, nat_gateway_id);
  const blockers = await sql.query(users, values);
  if (blockers.length > 0)
    throw mayPass(
      conflict(
        "nat_gateway_in_use",
        "The NAT gateway has nodes or port forwards; detach the nodes and delete the port forwards first.",
        blockers,
      ),
    );
  if (public_ip_id !== null) await releaseAddress(context, public_ip_id);
  await sql.query(remove, values);
  return { status: "deleted", id: nat_gateway_id };
};
