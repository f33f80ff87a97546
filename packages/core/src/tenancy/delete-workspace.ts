import type { Blocker } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { conflict } from "../request/domain-error.ts";
import { type Actor, auditTenancy, auditTenancyValues } from "./audit-tenancy.ts";
import { noSuchWorkspace } from "./tenancy-refusals.ts";

const SHOWN_AT_MOST = 20;

// Two that end the last two workspaces queue here.
const holdOrganization = statement(
  "workspace_delete_queue",
  "SELECT 1 FROM organization WHERE organization_id = $1 FOR NO KEY UPDATE",
);

// Every change holds this lock until it is committed, and takes it last: from here on what it made is seen, or it is
// undone (docs/adr/0019).
const holdWorkspace = statement(
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
);

// The event belongs to the organization: nobody reads the trail of a workspace that has ended.
const end = statement(
  "workspace_delete",
  `WITH changed AS (UPDATE workspace SET deleted_at = now() WHERE workspace_id = $1::bigint RETURNING organization_id, workspace_id)
   ${auditTenancy("workspace.delete", { resource: "changed.workspace_id::text", first: 2 })}`,
);

/**
 * Ends a workspace that holds nothing any more. Its ledger and its trail stay; its name is free again.
 * @throws DomainError 404; 409 `workspace_not_empty` with what it holds, or `last_workspace`
 */
export async function deleteWorkspace(
  database: Pick<Database, "transaction">,
  {
    organizationId,
    by,
    ...request
  }: { readonly organizationId: string; readonly workspaceId: string; readonly by: Actor },
): Promise<void> {
  const workspaceId = BigInt(request.workspaceId);
  await database.transaction(async ({ sql }) => {
    await sql.query(holdOrganization, [organizationId]);
    const [workspace] = await sql.query(look, [organizationId, workspaceId]);
    if (workspace === undefined) throw noSuchWorkspace();
    await sql.query(holdWorkspace, [workspaceId]);
    const blockers = await sql.queryAs<Blocker>(contents, [workspaceId]);
    if (blockers.length > 0)
      throw conflict("workspace_not_empty", "The workspace is not empty; delete what it holds first.", blockers);
    if (workspace.siblings === 1)
      throw conflict("last_workspace", "This is the organization's last workspace; create another one first.");
    await sql.query(end, [workspaceId, ...auditTenancyValues(by)]);
  });
}
