import { Name } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { z } from "zod";
import { CURRENCY } from "../billing/price-list.ts";
import { newId } from "../kernel/identifiers.ts";
import { parseBy } from "../kernel/parse-input.ts";
import { auditOperator, auditValues } from "./audit-operator.ts";

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
   ), audited AS (
     ${auditOperator("organization.create", { resource: "changed.organization_id", workspace: "NULL::bigint", first: 5 })}
   )
   SELECT workspace_id::text FROM first_workspace`,
);

/**
 * Makes an organization with a first workspace and an empty wallet: until the wallet is filled, nothing can be bought.
 * @throws DomainError 400 when the name is not allowed
 */
export async function createOrganization(
  database: Pick<Database, "sql">,
  request: { readonly name: string },
): Promise<{ organizationId: string; workspaceIds: string[] }> {
  const { name } = parseBy(z.strictObject({ name: Name }), { name: request.name });
  const organizationId = newId("org");
  const rows = await database.sql.query<{ workspace_id: string }>(insert, [organizationId, name, FIRST_WORKSPACE, CURRENCY, ...auditValues()]);
  return { organizationId, workspaceIds: rows.map((row) => row.workspace_id) };
}
