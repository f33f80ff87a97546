import { NewOrganization } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { CURRENCY } from "../billing/price-list.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { type Actor, auditTenancy, auditTenancyValues } from "./audit-tenancy.ts";

/** The workspace that every organization begins with. */
const FIRST_WORKSPACE = "Default";

const insert = statement(
  "organization_insert",
  `WITH changed AS (
     INSERT INTO organization (organization_id, name) VALUES ($1, $2) RETURNING organization_id
   ), first_workspace AS (
     INSERT INTO workspace (organization_id, name) VALUES ($1, $3) RETURNING workspace_id
   ), empty_wallet AS (
     INSERT INTO wallet (organization_id, currency) VALUES ($1, $4)
   ), first_owner AS (
     INSERT INTO member (organization_id, user_id, role) SELECT changed.organization_id, $5::text, 'owner' FROM changed WHERE $5::text IS NOT NULL
   ), audited AS (
     ${auditTenancy("organization.create", { resource: "changed.organization_id", first: 6 })}
   )
   SELECT workspace_id::text FROM first_workspace`,
);

/**
 * Makes an organization with a first workspace and an empty wallet: until the wallet is filled, nothing can be bought.
 * A person who makes it is its owner; what the operator makes has no member yet.
 * @throws DomainError 400 when a name is not allowed
 */
export async function createOrganization(
  database: Pick<Database, "sql">,
  request: { readonly name: string; readonly workspaceName?: string; readonly by?: Actor },
): Promise<{ organizationId: string; workspaceIds: string[] }> {
  const { name, workspace_name } = parseBy(NewOrganization, {
    name: request.name,
    workspace_name: request.workspaceName ?? FIRST_WORKSPACE,
  });
  const by = request.by ?? { userId: null };
  const organizationId = newId("org");
  const values = [organizationId, name, workspace_name, CURRENCY, by.userId, ...auditTenancyValues(by)] as const;
  const rows = await database.sql.query(insert, values);
  return { organizationId, workspaceIds: rows.map((row) => row.workspace_id) };
}
