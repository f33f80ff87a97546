import { Name } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { z } from "zod";
import { violatedConstraint } from "../request/database-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { type Actor, auditTenancy, auditTenancyValues } from "./audit-tenancy.ts";
import { noSuchOrganization } from "./no-such-organization.ts";
import { WORKSPACE_NAME, workspaceNameTaken } from "./tenancy-refusals.ts";

const insert = statement(
  "workspace_insert",
  `WITH changed AS (
     INSERT INTO workspace (organization_id, name) VALUES ($1, $2) RETURNING organization_id, workspace_id
   ), audited AS (
     ${auditTenancy("workspace.create", { resource: "changed.workspace_id::text", workspace: "changed.workspace_id", first: 3 })}
   )
   SELECT workspace_id::text FROM changed`,
);

/**
 * Adds a workspace to an organization.
 * @throws DomainError 400 when the name is not allowed, 404 without such an organization, 409 when it has one of this
 * name
 */
export async function createWorkspace(
  database: Pick<Database, "sql">,
  request: { readonly organizationId: string; readonly name: string; readonly by?: Actor },
): Promise<{ workspaceId: string }> {
  const { name } = parseBy(z.strictObject({ name: Name }), { name: request.name });
  try {
    const [row] = await database.sql.query(insert, [
      request.organizationId,
      name,
      ...auditTenancyValues(request.by ?? { userId: null }),
    ]);
    if (row === undefined) throw new Error("the database made no workspace");
    return { workspaceId: row.workspace_id };
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "workspace_organization_id_fkey") throw noSuchOrganization();
    if (constraint === WORKSPACE_NAME) throw workspaceNameTaken();
    throw error;
  }
}
