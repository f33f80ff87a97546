import { type Database, type Sql, statement } from "@fulmar/prisma";
import { CURRENCY } from "../billing/index.ts";

/** The development organization has a fixed id, so that every seed finds the same one. */
const DEMO_ORGANIZATION_ID = "org_demo";

const WORKSPACES = [
  { id: 1n, name: "Main" },
  { id: 2n, name: "Staging" },
] as const;

/** More than anyone spends in development. */
const DEMO_BALANCE = "1000000";

/** An arbitrary constant. Concurrent seeds wait for it. */
const lock = statement("demo_lock", "SELECT pg_advisory_xact_lock(1718580003)::text");

const organization = statement(
  "demo_organization",
  `INSERT INTO organization (organization_id, name) VALUES ($organization_id, 'Demo') ON CONFLICT DO NOTHING
RETURNING organization_id`,
);

const wallet = statement(
  "demo_wallet",
  `INSERT INTO wallet (organization_id, balance, currency) VALUES ($organization_id, $balance::numeric, ${CURRENCY})`,
);

// 1 and 2, unless another organization was created first.
const workspace = statement(
  "demo_workspace",
  `INSERT INTO workspace (workspace_id, organization_id, name)
   SELECT CASE WHEN EXISTS (SELECT FROM workspace WHERE workspace_id = $workspace_id::bigint)
                 THEN nextval('workspace_workspace_id_seq') ELSE $workspace_id::bigint END, $organization_id, $name`,
);

const numbers = statement(
  "demo_numbers",
  `SELECT setval('workspace_workspace_id_seq', top.id)::text
     FROM (SELECT max(workspace_id) AS id FROM workspace) top, workspace_workspace_id_seq s
    WHERE top.id > s.last_value`,
);

const found = statement(
  "demo_workspaces",
  `SELECT workspace_id::text FROM workspace WHERE organization_id = $organization_id AND deleted_at IS NULL
    ORDER BY workspace_id`,
);

/** The development organization with its two workspaces and a full wallet. Existing rows stay as they are. */
export async function seedDemo(
  database: Pick<Database, "sql" | "transaction">,
): Promise<{ organizationId: string; workspaceIds: string[] }> {
  const known = await workspacesOf(database.sql);
  if (known.length > 0) return { organizationId: DEMO_ORGANIZATION_ID, workspaceIds: known };
  return database.transaction(async ({ sql }) => {
    await sql.query(lock);
    const fresh = await sql.query(organization, { organization_id: DEMO_ORGANIZATION_ID });
    if (fresh.length > 0) {
      await sql.query(wallet, { organization_id: DEMO_ORGANIZATION_ID, balance: DEMO_BALANCE });
      for (const { id, name } of WORKSPACES)
        await sql.query(workspace, { workspace_id: id, organization_id: DEMO_ORGANIZATION_ID, name });
      await sql.query(numbers);
    }
    return { organizationId: DEMO_ORGANIZATION_ID, workspaceIds: await workspacesOf(sql) };
  });
}

async function workspacesOf(sql: Sql): Promise<string[]> {
  const rows = await sql.query(found, { organization_id: DEMO_ORGANIZATION_ID });
  return rows.map((row) => row.workspace_id);
}
