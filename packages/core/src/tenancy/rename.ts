import { OrganizationName, WorkspaceName } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { violatedConstraint } from "../request/database-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { type Actor, auditTenancy, auditTenancyValues } from "./audit-tenancy.ts";
import { noSuchWorkspace, WORKSPACE_NAME, workspaceNameTaken } from "./tenancy-refusals.ts";

const renameOne = statement(
  "organization_rename",
  `WITH changed AS (UPDATE organization SET name = $2 WHERE organization_id = $1 RETURNING organization_id, name)
   ${auditTenancy("organization.rename", { resource: "changed.organization_id", detail: "changed.name", first: 3 })}`,
);

const renamePart = statement(
  "workspace_rename",
  `WITH changed AS (
     UPDATE workspace SET name = $3 WHERE organization_id = $1 AND workspace_id = $2::bigint AND deleted_at IS NULL RETURNING organization_id, workspace_id, name
   ), audited AS (
     ${auditTenancy("workspace.rename", { resource: "changed.workspace_id::text", workspace: "changed.workspace_id", detail: "changed.name", first: 4 })}
   )
   SELECT 1 FROM changed`,
);

/** @throws DomainError 400 when the name is not allowed */
export async function renameOrganization(
  { sql }: { readonly sql: Sql },
  input: OrganizationName,
  by: Actor,
): Promise<void> {
  const { organization_id, name } = parseBy(OrganizationName, input);
  await sql.query(renameOne, [organization_id, name, ...auditTenancyValues(by)]);
}

/** @throws DomainError 400 when the name is not allowed, 404, 409 when another workspace has it */
export async function renameWorkspace({ sql }: { readonly sql: Sql }, input: WorkspaceName, by: Actor): Promise<void> {
  const { organization_id, workspace_id, name } = parseBy(WorkspaceName, input);
  try {
    const renamed = await sql.query(renamePart, [
      organization_id,
      BigInt(workspace_id),
      name,
      ...auditTenancyValues(by),
    ]);
    if (renamed.length === 0) throw noSuchWorkspace();
  } catch (error) {
    if (violatedConstraint(error) === WORKSPACE_NAME) throw workspaceNameTaken();
    throw error;
  }
}
