import { type Blocker, type CreateVpcPeering, VpcPeering } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { requirePeering } from "../catalog/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import { type Workspace, workspaceIds } from "../request/caller.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, type DomainError, found, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { requireSameSite } from "./require-same-site.ts";
import { findVpc, lockVpc, requireVpc } from "./vpcs.ts";

// Each side of a peering is a row of its workspace. The database keeps the two alike (docs/adr/0198), because a
// workspace sees no row of another.

const columns = `vpc_peering_id, site_id, name, vpc_id, cidr::text, peer_vpc_id, peer_cidr::text, side, status,
          created_at, updated_at`;
const it = "workspace_id = $workspace_id::bigint AND vpc_peering_id = $vpc_peering_id";

const list = statement(
  "vpc_peering_list",
  `SELECT ${columns} FROM vpc_peering
    WHERE workspace_id = $workspace_id::bigint
      AND vpc_peering_id < $after
      AND ${isAmong("status", "$statuses")}
      AND ($vpc_id::text IS NULL OR vpc_id = $vpc_id)
      AND ${contains("name", "$search")}
    ORDER BY vpc_peering_id DESC LIMIT $limit`,
);
const get = lookup("vpc_peering_get", `SELECT ${columns} FROM vpc_peering WHERE ${it}`);

type VpcPeeringRow = RowOf<typeof get>;

// Both sides take the same lock, so that neither waits for the row of the other while it holds its own.
const lock = statement(
  "vpc_peering_lock",
  `SELECT vpc_peering_id
     FROM vpc_peering, pg_advisory_xact_lock(1718580199, hashtext(least(vpc_peering_id, other_side_id)))
    WHERE ${it}`,
);
const insert = statement(
  "vpc_peering_insert",
  `INSERT INTO vpc_peering (workspace_id, vpc_peering_id, vpc_id, site_id, cidr, name, side, status, peer_vpc_id,
                            other_side_id)
   SELECT workspace_id, $vpc_peering_id, vpc_id, site_id, cidr, $name, 'requester', 'pending', $peer_vpc_id,
          $other_side_id
     FROM vpc WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id`,
);
const accept = statement(
  "vpc_peering_accept",
  `UPDATE vpc_peering SET status = 'active', updated_at = now()
    WHERE ${it} AND side = 'accepter' AND status = 'pending' RETURNING vpc_peering_id`,
);
const remove = statement("vpc_peering_delete", `DELETE FROM vpc_peering WHERE ${it}`);
const between = statement(
  "vpc_peering_between",
  `SELECT 'vpc_peering' AS type, vpc_peering_id AS id, name FROM vpc_peering
    WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND peer_vpc_id = $peer_vpc_id
      AND status IN ('pending', 'active')`,
);
const overlapping = statement(
  "vpc_peering_overlapping",
  `SELECT 'vpc_peering' AS type, vpc_peering_id AS id, name FROM vpc_peering
    WHERE workspace_id = $workspace_id::bigint AND status = 'active'
      AND (vpc_id = $vpc_id AND peer_cidr && $peer_cidr::inet OR vpc_id = $peer_vpc_id AND peer_cidr && $cidr::inet)
    ORDER BY vpc_peering_id LIMIT 20`,
);
const shown = wireForm(VpcPeering);

function toVpcPeering(row: VpcPeeringRow, workspace: Workspace): VpcPeering {
  return shown({ ...row, ...workspaceIds(workspace) });
}

async function readPeering({ sql, workspace }: InWorkspace, vpc_peering_id: string): Promise<VpcPeeringRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, vpc_peering_id }), "VPC peering");
}

/** Locks both sides until the transaction ends. @throws DomainError 404 */
async function lockPeering({ sql, workspace }: InWorkspace, vpc_peering_id: string): Promise<void> {
  found(await sql.maybe(lock, { workspace_id: workspace.id, vpc_peering_id }), "VPC peering");
}

/** @param blockers the peerings that have the addresses, if known; none where the two VPCs have the same ones */
export function peersOverlap(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "cidr_overlap",
    "The networks of the two VPCs overlap, or one of them overlaps another peer of the other; peer a VPC with other " +
      "addresses, or end that peering first.",
    blockers,
  );
}

/** @param blockers the peering or the request that there is, if known */
export function peeringExists(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "vpc_peering_exists",
    "There is a peering or a request between the two VPCs already; accept or delete that one.",
    blockers,
  );
}

export function tooManyPeerings(): DomainError {
  return conflict("too_many_vpc_peerings", "The VPC has asked for the most peerings that it may have; delete one.");
}

export const listVpcPeerings: Handler<"vpcPeering.list"> = async ({ sql, workspace }, { limit, cursor, ...filter }) => {
  const rows = await sql.query(list, {
    workspace_id: workspace.id,
    after: olderThan(cursor, "peer"),
    statuses: filter.status,
    vpc_id: filter.vpc_id,
    search: filter.search,
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.vpc_peering_id,
    (row) => toVpcPeering(row, workspace),
  );
};

export const getVpcPeering: Handler<"vpcPeering.get"> = async (context, { vpc_peering_id }) =>
  toVpcPeering(await readPeering(context, vpc_peering_id), context.workspace);

/**
 * Asks for a peering. Between two VPCs of the workspace it is active at once. Of a VPC elsewhere nothing is told: the
 * answer is the same for one of another workspace, one of another site, and one that does not exist.
 */
export const createVpcPeering: Handler<"vpcPeering.create"> = async (context, input) => {
  const { sql, workspace } = context;
  const { vpc_id, peer_vpc_id } = input;
  if (vpc_id === peer_vpc_id) throw invalidField("peer_vpc_id", "must be another VPC than vpc_id");
  const workspace_id = workspace.id;
  const vpc = await requireVpc(context, vpc_id);
  await requirePeering(context, vpc.site_id);
  const blockers = await sql.query(between, { workspace_id, vpc_id, peer_vpc_id });
  if (blockers.length > 0) throw peeringExists(blockers);
  const peer = await findVpc(context, peer_vpc_id);
  if (peer !== undefined) {
    const blocker = { type: "vpc" as const, id: peer_vpc_id, name: peer.name };
    requireSameSite(vpc.site_id, [{ siteId: peer.site_id, blocker }]);
    await requireApart(context, { ...input, cidr: vpc.cidr, peer_cidr: peer.cidr });
  }
  const [vpc_peering_id, other_side_id] = [newId("peer"), newId("peer")];
  await sql.query(insert, { workspace_id, ...input, vpc_peering_id, other_side_id });
  if (peer !== undefined) {
    const accepted = await sql.maybe(accept, { workspace_id, vpc_peering_id: other_side_id });
    if (accepted === undefined) throw tooManyPeerings();
  }
  return toVpcPeering(await readPeering(context, vpc_peering_id), workspace);
};

/** Accepts a request of the other side. The VPC is not deleted meanwhile. */
export const acceptVpcPeering: Handler<"vpcPeering.accept"> = async (context, { vpc_peering_id }) => {
  const { sql, workspace } = context;
  await lockPeering(context, vpc_peering_id);
  const peering = await readPeering(context, vpc_peering_id);
  if (peering.status === "active") return toVpcPeering(peering, workspace);
  const { side, status, peer_cidr } = peering;
  if (side === "requester" || status !== "pending" || peer_cidr === null)
    throw conflict(
      "vpc_peering_not_asked",
      side === "requester"
        ? "This workspace has asked for the peering; the other one accepts it."
        : "The other side waits for no answer any more; ask for a new peering.",
    );
  const { cidr } = await lockVpc(context, peering.vpc_id);
  await requireApart(context, { ...peering, cidr, peer_cidr });
  await sql.query(accept, { workspace_id: workspace.id, vpc_peering_id });
  return toVpcPeering(await readPeering(context, vpc_peering_id), workspace);
};

/** @throws DomainError 409 where addresses would lead to two networks */
async function requireApart(
  { sql, workspace }: RequestContext,
  networks: Pick<CreateVpcPeering, "vpc_id" | "peer_vpc_id"> & { readonly cidr: string; readonly peer_cidr: string },
): Promise<void> {
  const blockers = await sql.query(overlapping, { workspace_id: workspace.id, ...networks });
  if (blockers.length > 0) throw peersOverlap(blockers);
}

/** Ends a peering for both sides, takes a request back, refuses one, or removes what has ended from the list. */
export const deleteVpcPeering: Handler<"vpcPeering.delete"> = async (context, { vpc_peering_id }) => {
  const { sql, workspace } = context;
  await lockPeering(context, vpc_peering_id);
  await sql.query(remove, { workspace_id: workspace.id, vpc_peering_id });
  return { status: "deleted", id: vpc_peering_id };
};
