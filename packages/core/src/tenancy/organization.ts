import { NewOrganization } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { CURRENCY, giveDefaultQuotas } from "../billing/index.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { noSuchOrganization } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { requireOrganizationMaker } from "../settings/index.ts";

/** The name of an organization's first workspace. */
const FIRST_WORKSPACE = "Default";

const insert = statement(
  "organization_insert",
  `WITH changed AS (
     INSERT INTO organization (organization_id, name, created_by) VALUES ($organization_id, $name, $created_by)
     RETURNING organization_id
   ), first_workspace AS (
     INSERT INTO workspace (organization_id, name) VALUES ($organization_id, $workspace_name) RETURNING workspace_id
   ), empty_wallet AS (
     INSERT INTO wallet (organization_id, currency) VALUES ($organization_id, ${CURRENCY})
   ), first_owner AS (
     INSERT INTO member (organization_id, user_id, role) 
     SELECT changed.organization_id, $created_by::text, 'owner' FROM changed WHERE $created_by::text IS NOT NULL
   ), audited AS (
     ${auditChange("organization.create", { resource: "changed.organization_id" })}
   )
   SELECT workspace_id::text FROM first_workspace`,
);

const rename = statement(
  "organization_rename",
  `WITH changed AS (UPDATE organization SET name = $name WHERE organization_id = $organization_id
                 RETURNING organization_id, name)
   ${auditChange("organization.rename", { resource: "changed.organization_id", detail: "changed.name" })}`,
);

const setStrict = statement(
  "organization_set_strict_scopes",
  `WITH changed AS (
     UPDATE organization SET strict_scopes = $strict_scopes WHERE organization_id = $organization_id
     RETURNING organization_id, strict_scopes
   ), audited AS (
     ${auditChange("organization.setStrictScopes", {
       resource: "changed.organization_id",
       detail: "CASE WHEN changed.strict_scopes THEN 'strict scopes' ELSE 'documented scopes' END",
     })}
   )
   SELECT FROM changed`,
);

/**
 * The organization has a first workspace and an empty wallet: nothing can be bought until it is filled. A user who
 * creates it becomes its owner. If the operator creates it, it has no member yet.
 * @throws DomainError 400 when a name is not allowed. The database refuses a user who has too many unused organizations
 */
export async function createOrganization(
  { sql }: { readonly sql: Sql },
  request: { readonly name: string; readonly workspaceName?: string; readonly by?: Actor },
): Promise<{ organizationId: string; workspaceIds: string[] }> {
  const { name, workspace_name } = parseBy(NewOrganization, {
    name: request.name,
    workspace_name: request.workspaceName ?? FIRST_WORKSPACE,
  });
  const by = request.by ?? { userId: null };
  const organizationId = newId("org");
  const rows = await sql.query(insert, {
    ...{ organization_id: organizationId, name, workspace_name, created_by: by.userId },
    ...auditChangeValues(by),
  });
  for (const { workspace_id } of rows) await giveDefaultQuotas(sql, workspace_id);
  return { organizationId, workspaceIds: rows.map((row) => row.workspace_id) };
}

/** The creator becomes the owner. @throws DomainError 403 where operators alone make organizations */
export const createOwnOrganization: Handler<"organization.create"> = async (context, { name, workspace_name }) => {
  await requireOrganizationMaker(context.sql, context.person.id);
  const by = context.actor();
  const made = await createOrganization(context, { name, workspaceName: workspace_name, by });
  return { organization_id: made.organizationId, workspace_id: made.workspaceIds[0] ?? "" };
};

export const renameOrganization: Handler<"organization.rename"> = async (context, { organization_id, name }) => {
  await context.sql.query(rename, { organization_id, name, ...auditChangeValues(context.actor()) });
  return { organization_id };
};

/**
 * Whether operations that the specification gives one scope also need the read scope of what they hand out
 * (docs/adr/0101).
 */
export const setStrictScopes: Handler<"organization.setStrictScopes"> = async (
  context,
  { organization_id, strict_scopes },
) => {
  const values = { organization_id, strict_scopes, ...auditChangeValues(context.actor()) };
  const changed = await context.sql.maybe(setStrict, values);
  if (changed === undefined) throw noSuchOrganization();
  return { organization_id, strict_scopes };
};
