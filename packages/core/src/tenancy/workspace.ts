import { Name, WorkspaceId, WorkspaceRecord } from "@fulmar/contract";
import { type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { z } from "zod";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { giveDefaultQuotas } from "../billing/index.ts";
import { ABOVE_ALL, decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, DomainError, noSuchOrganization } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { WORKSPACE_NAME, workspaceNameTaken } from "./constraint-errors.ts";

const SHOWN_AT_MOST = 20;

const insert = statement(
  "workspace_insert",
  `WITH changed AS (
     INSERT INTO workspace (organization_id, name) VALUES ($organization_id, $name)
  RETURNING organization_id, workspace_id
   ), audited AS (
     ${auditChange("workspace.create", { resource: "changed.workspace_id::text", workspace: "changed.workspace_id" })}
   )
   SELECT workspace_id::text FROM changed`,
);

/** True of a workspace that the caller may use. */
export const inReach = (caller: string) =>
  `NOT EXISTS (SELECT FROM api_token t
                WHERE t.token_id = ${caller} AND t.workspace_policy = 'specific_workspaces'
                  AND w.workspace_id <> ALL (t.workspace_ids))`;
/** The caller is `$token_id`. */
const ONE = `w.organization_id = $organization_id AND w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL
    AND ${inReach("$token_id")}`;
const COLUMNS = "w.workspace_id, w.organization_id, w.name, w.deletion_window_hours, w.created_at";
const SHOWN = "w.workspace_id::text, w.organization_id, w.name, w.deletion_window_hours, w.created_at";

const list = statement(
  "workspace_list",
  `SELECT ${SHOWN} FROM workspace w
    WHERE w.organization_id = $organization_id AND w.deleted_at IS NULL
      AND w.workspace_id < $last::bigint
      AND ($name::text IS NULL OR w.name = $name) AND ${inReach("$token_id")}
    ORDER BY w.workspace_id DESC LIMIT $limit::int`,
);

const get = statement("workspace_get", `SELECT ${SHOWN} FROM workspace w WHERE ${ONE}`);

const rename = statement(
  "workspace_rename",
  `WITH changed AS (
     UPDATE workspace w SET name = $name WHERE ${ONE} RETURNING ${COLUMNS}
   ), audited AS (
     ${auditChange("workspace.update", {
       resource: "changed.workspace_id::text",
       workspace: "changed.workspace_id",
       detail: "changed.name",
     })}
   )
   SELECT workspace_id::text, organization_id, name, deletion_window_hours, created_at FROM changed`,
);

// Serializes deletions, so that two requests cannot delete the last two workspaces.
const lockOrganization = statement(
  "workspace_delete_queue",
  "SELECT 1 FROM organization WHERE organization_id = $organization_id FOR NO KEY UPDATE",
);

// Every change holds this lock until it commits, and takes it last. After this, its effects are either visible or
// rolled back (docs/adr/0019).
const lockWorkspace = statement(
  "workspace_delete_lock",
  "SELECT pg_advisory_xact_lock(1718580009, hashint8($workspace_id::bigint))::text",
);

const look = statement(
  "workspace_delete_look",
  `SELECT w.workspace_id::text, (SELECT count(*) FROM workspace o
                                  WHERE o.organization_id = $organization_id AND o.deleted_at IS NULL)::int AS siblings
     FROM workspace w
    WHERE w.organization_id = $organization_id AND w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL`,
);

const contents = statement(
  "workspace_contents",
  `SELECT type, id, name FROM workspace_contents($workspace_id::bigint) ORDER BY type, name, id LIMIT ${SHOWN_AT_MOST}`,
  // Our own function returns a type, an id and a name for everything that it lists.
  { present: ["type", "id", "name"] },
);

// The event belongs to the organization, because the audit trail of a deleted workspace cannot be read.
const end = statement(
  "workspace_delete",
  `WITH changed AS (UPDATE workspace SET deleted_at = now() WHERE workspace_id = $workspace_id::bigint
                 RETURNING organization_id, workspace_id)
   ${auditChange("workspace.delete", { resource: "changed.workspace_id::text" })}`,
);

/**
 * @throws DomainError 400 when the name is not allowed, 404 without such an organization, 409 when it has a workspace
 * of this name
 */
export async function createWorkspace(
  { sql }: { readonly sql: Sql },
  request: { readonly organizationId: string; readonly name: string; readonly by?: Actor },
): Promise<{ workspaceId: string }> {
  const { name } = parseBy(z.strictObject({ name: Name }), { name: request.name });
  try {
    const row = await sql.one(insert, {
      organization_id: request.organizationId,
      name,
      ...auditChangeValues(request.by ?? { userId: null }),
    });
    await giveDefaultQuotas(sql, row.workspace_id);
    return { workspaceId: row.workspace_id };
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "workspace_organization_id_fkey") throw noSuchOrganization();
    if (constraint === WORKSPACE_NAME) throw workspaceNameTaken();
    throw error;
  }
}

/** A token of specific workspaces makes none, because it would make something out of its reach. */
export const createOwnWorkspace: Handler<"workspace.create"> = async (context, { name }) => {
  const { workspace, caller } = context;
  if (caller.confined) throw confinedToken();
  const { organizationId } = workspace;
  const { workspaceId } = await createWorkspace(context, { organizationId, name, by: context.actor() });
  return readWorkspace(context, workspaceId);
};

const toRecord = wireForm(WorkspaceRecord);

/** The workspaces of the organization that the caller may use, newest first. */
export const listWorkspaces: Handler<"workspace.list"> = async (
  { sql, workspace, caller },
  { limit, cursor, name },
) => {
  const last = BigInt(decodeCursor(cursor, /^[1-9]\d{0,17}$/) ?? ABOVE_ALL);
  const rows = await sql.query(list, {
    organization_id: workspace.organizationId,
    last,
    name,
    token_id: caller.id,
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.workspace_id, toRecord);
};

export const getWorkspace: Handler<"workspace.get"> = (context, { id }) => readWorkspace(context, id);

/** The database refuses a name that is taken. */
export const updateWorkspace: Handler<"workspace.update"> = async (context, { id, name }) => {
  const before = await readWorkspace(context, id);
  const { sql, workspace, caller } = context;
  const row = await sql.maybe(rename, {
    organization_id: workspace.organizationId,
    workspace_id: BigInt(before.workspace_id),
    name: name ?? before.name,
    token_id: caller.id,
    ...auditChangeValues(context.actor()),
  });
  return toRecord(foundWorkspace(row));
};

const setWindow = statement(
  "workspace_set_deletion_window",
  `WITH changed AS (
     UPDATE workspace w SET deletion_window_hours = $deletion_window_hours::int
      WHERE w.organization_id = $organization_id AND w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL
     RETURNING ${COLUMNS}
   ), audited AS (
     ${auditChange("workspace.setDeletionWindow", {
       resource: "changed.workspace_id::text",
       workspace: "changed.workspace_id",
       detail: "changed.deletion_window_hours || ' hours'",
     })}
   )
   SELECT workspace_id::text, organization_id, name, deletion_window_hours, created_at FROM changed`,
);

/** Resources deleted before keep their window. */
export const setDeletionWindow: Handler<"workspace.setDeletionWindow"> = async (
  context,
  { organization_id, id, deletion_window_hours },
) => {
  const values = { organization_id, workspace_id: idOf(id), deletion_window_hours };
  const row = await context.sql.maybe(setWindow, { ...values, ...auditChangeValues(context.actor()) });
  return toRecord(foundWorkspace(row));
};

/** Deletes an empty workspace. Its ledger and audit trail stay. Its name is free again. */
export const deleteWorkspace: Handler<"workspace.delete"> = async (context, { id }) => {
  const { sql } = context;
  const { organizationId } = context.workspace;
  const { workspace_id } = await readWorkspace(context, id);
  const workspaceId = BigInt(workspace_id);
  await sql.query(lockOrganization, { organization_id: organizationId });
  const workspace = await sql.maybe(look, { organization_id: organizationId, workspace_id: workspaceId });
  const { siblings } = foundWorkspace(workspace);
  await sql.query(lockWorkspace, { workspace_id: workspaceId });
  const blockers = await sql.query(contents, { workspace_id: workspaceId });
  if (blockers.length > 0)
    throw conflict(
      "workspace_not_empty",
      "The workspace is not empty; delete what it holds first, and purge what it keeps of deleted VMs and volumes.",
      blockers,
    );
  if (siblings === 1)
    throw conflict("last_workspace", "This is the organization's last workspace; create another one first.");
  await sql.query(end, { workspace_id: workspaceId, ...auditChangeValues(context.actor()) });
  return { workspace_id };
};

/** @throws DomainError 404 when the organization has no such workspace, or the caller may not use it */
async function readWorkspace({ sql, workspace, caller }: RequestContext, id: string): Promise<WorkspaceRecord> {
  const place = { organization_id: workspace.organizationId, workspace_id: idOf(id) };
  const row = await sql.maybe(get, { ...place, token_id: caller.id });
  return toRecord(foundWorkspace(row));
}

/** @throws DomainError 404 for a text that is no id */
function idOf(text: string): bigint {
  return BigInt(foundWorkspace(WorkspaceId.safeParse(text).data));
}

function confinedToken(): DomainError {
  return new DomainError(
    "forbidden",
    "A token of specific workspaces may not create a workspace; use a token of the entire organization.",
    { code: "workspace_policy" },
  );
}

/** @throws DomainError 404 if there is none */
export function foundWorkspace<Row>(row: Row | undefined): Row {
  if (row !== undefined) return row;
  throw new DomainError(
    "not_found",
    "There is no such workspace in this organization, or it was deleted; list the workspaces to see which there are.",
  );
}
