import { Name } from "@fulmar/contract";
import { type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { z } from "zod";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { giveDefaultQuotas } from "../billing/index.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, noSuchOrganization } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { WORKSPACE_NAME, workspaceNameTaken } from "./constraint-errors.ts";

const SHOWN_AT_MOST = 20;

const insert = statement(
  "workspace_insert",
  `WITH changed AS (
     INSERT INTO workspace (organization_id, name) VALUES ($1, $2) RETURNING organization_id, workspace_id
   ), audited AS (
     ${auditChange("workspace.create", { resource: "changed.workspace_id::text", workspace: "changed.workspace_id", first: 3 })}
   )
   SELECT workspace_id::text FROM changed`,
);

const rename = statement(
  "workspace_rename",
  `WITH changed AS (
     UPDATE workspace SET name = $3 WHERE organization_id = $1 AND workspace_id = $2::bigint AND deleted_at IS NULL RETURNING organization_id, workspace_id, name
   ), audited AS (
     ${auditChange("workspace.rename", { resource: "changed.workspace_id::text", workspace: "changed.workspace_id", detail: "changed.name", first: 4 })}
   )
   SELECT 1 FROM changed`,
);

// Serializes deletions, so that two requests cannot delete the last two workspaces.
const lockOrganization = statement(
  "workspace_delete_queue",
  "SELECT 1 FROM organization WHERE organization_id = $1 FOR NO KEY UPDATE",
);

// Every change holds this lock until it commits, and takes it last. After this, its effects are either visible or
// rolled back (docs/adr/0019).
const lockWorkspace = statement(
  "workspace_delete_lock",
  "SELECT pg_advisory_xact_lock(1718580009, hashint8($1::bigint))::text",
);

const look = statement(
  "workspace_delete_look",
  `SELECT w.workspace_id::text, (SELECT count(*) FROM workspace o WHERE o.organization_id = $1 AND o.deleted_at IS NULL)::int AS siblings
     FROM workspace w WHERE w.organization_id = $1 AND w.workspace_id = $2::bigint AND w.deleted_at IS NULL`,
);

const contents = statement(
  "workspace_contents",
  `SELECT type, id, name FROM workspace_contents($1::bigint) ORDER BY type, name, id LIMIT ${SHOWN_AT_MOST}`,
  // Our own function returns a type, an id and a name for everything that it lists.
  { present: ["type", "id", "name"] },
);

// The event belongs to the organization, because the audit trail of a deleted workspace cannot be read.
const end = statement(
  "workspace_delete",
  `WITH changed AS (UPDATE workspace SET deleted_at = now() WHERE workspace_id = $1::bigint RETURNING organization_id, workspace_id)
   ${auditChange("workspace.delete", { resource: "changed.workspace_id::text", first: 2 })}`,
);

/**
 * Adds a workspace to an organization.
 * @throws DomainError 400 when the name is not allowed, 404 without such an organization, 409 when it has a workspace
 * of this name
 */
export async function createWorkspace(
  { sql }: { readonly sql: Sql },
  request: { readonly organizationId: string; readonly name: string; readonly by?: Actor },
): Promise<{ workspaceId: string }> {
  const { name } = parseBy(z.strictObject({ name: Name }), { name: request.name });
  try {
    const [row] = await sql.query(insert, [
      request.organizationId,
      name,
      ...auditChangeValues(request.by ?? { userId: null }),
    ]);
    if (row === undefined) throw new Error("the database created no workspace");
    await giveDefaultQuotas(sql, row.workspace_id);
    return { workspaceId: row.workspace_id };
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "workspace_organization_id_fkey") throw noSuchOrganization();
    if (constraint === WORKSPACE_NAME) throw workspaceNameTaken();
    throw error;
  }
}

export const createOwnWorkspace: Handler<"workspace.create"> = async (context, { organization_id, name }) => {
  const by = context.actor();
  const { workspaceId } = await createWorkspace(context, { organizationId: organization_id, name, by });
  return { workspace_id: workspaceId };
};

export const renameWorkspace: Handler<"workspace.rename"> = async (
  context,
  { organization_id, workspace_id, name },
) => {
  const by = auditChangeValues(context.actor());
  const renamed = await context.sql.query(rename, [organization_id, BigInt(workspace_id), name, ...by]);
  if (renamed.length === 0) throw noSuchWorkspace();
  return { workspace_id };
};

/** Deletes an empty workspace. Its ledger and audit trail stay. Its name is free again. */
export const deleteWorkspace: Handler<"workspace.delete"> = async (context, { organization_id, workspace_id }) => {
  const { sql } = context;
  const workspaceId = BigInt(workspace_id);
  await sql.query(lockOrganization, [organization_id]);
  const [workspace] = await sql.query(look, [organization_id, workspaceId]);
  if (workspace === undefined) throw noSuchWorkspace();
  await sql.query(lockWorkspace, [workspaceId]);
  const blockers = await sql.query(contents, [workspaceId]);
  if (blockers.length > 0)
    throw conflict("workspace_not_empty", "The workspace is not empty; delete what it holds first.", blockers);
  if (workspace.siblings === 1)
    throw conflict("last_workspace", "This is the organization's last workspace; create another one first.");
  await sql.query(end, [workspaceId, ...auditChangeValues(context.actor())]);
  return { workspace_id };
};

function noSuchWorkspace(): DomainError {
  return new DomainError(
    "not_found",
    "There is no such workspace in this organization, or it was deleted; reload the page.",
  );
}
