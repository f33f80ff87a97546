// Row-level security as the second line of defense (docs/adr/0008): the database refuses changes that do not filter by
// workspace.
import { recordStatements, testStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tenant } from "../api-fixture.ts";
import { memberOf } from "../console-fixture.ts";
import { changesNothing } from "../database-state.ts";
import { operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";

/**
 * Tables whose rows are written by workers, operators and the object store, or for resources without an operation
 * here.
 */
const NOT_FILLED_HERE = [
  "bucket_move",
  "bucket_move_version",
  "budget_group_stop",
  "budget_stop",
  "cdn_metric",
  "load_balancer_certificate",
  "load_balancer_health",
  "load_balancer_metric",
  "multipart_part",
  "multipart_upload",
  "plain_path",
  "quota",
  "secret_use",
  "site_decision",
  "storage_bucket",
  "storage_key",
  "storage_owner",
  "transfer",
  "vm_bandwidth",
  "vm_metric",
  "vm_metric_hour",
  "volume_metric",
  "volume_metric_hour",
];
/** The rights of a change on tables without a workspace column: the catalog, and tables with policies of their own. */
const COMMON = {
  announcement: ["SELECT"],
  commitment: ["SELECT"],
  host_gpu: ["SELECT"],
  image: ["SELECT"],
  installation_settings: ["SELECT"],
  plan: ["SELECT"],
  price: ["SELECT"],
  price_book: ["SELECT"],
  price_book_assignment: ["SELECT"],
  price_book_discount: ["SELECT"],
  public_address: ["SELECT", "UPDATE"],
  site: ["SELECT"],
  site_capacity: ["SELECT"],
  site_host: ["SELECT"],
  sku: ["SELECT"],
  storage_region: ["SELECT"],
  wallet: ["SELECT"],
};

let api: ArrangedApi;
/** A tenant with a row in every table. */
let neighbour: Tenant;
/** A tenant without rows, as which unfiltered statements run. */
let own: Tenant;
let guarded: string[];
beforeAll(async () => {
  api = await startArrangedApi();
  neighbour = api.foreign.tenant;
  own = await api.createTenant();
  for (const operation of operations) {
    const response = await api.foreign.send(operation, api.foreign.request(operation));
    expect(response.status, operation.id).toBe(operation.success);
  }
  // It is given in the console alone.
  const { organizationId: organization_id, workspaceId } = neighbour;
  const user_id = await memberOf(api, organization_id, "viewer");
  await api.database.prisma.workspaceRole.create({
    data: { organization_id, user_id, workspace_id: BigInt(workspaceId), role: "developer" },
  });
  const { rows } = await api.database.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'workspace_id' ORDER BY 1`,
  );
  guarded = rows.map(({ name }) => name);
}, ARRANGING_MS);
afterAll(() => api.close());

/** The statements that begin a change. */
const begin = (workspaceId: string) =>
  `BEGIN; SET LOCAL ROLE fulmar_workspace; SET LOCAL fulmar.workspace_id = '${workspaceId}'`;

/** Sends a statement in a transaction like that of a change. */
async function confined(text: string, values: readonly unknown[] = [], tenant = own): Promise<unknown[]> {
  const client = await api.database.pool.connect();
  try {
    await client.query(begin(tenant.workspaceId));
    const { rows } = await client.query(text, [...values]);
    await client.query("COMMIT");
    return rows;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function rowsOf(table: string): Promise<{ readonly workspace_id: string }[]> {
  return (await api.database.pool.query(`SELECT workspace_id::text FROM ${table}`)).rows;
}

/** The result of a statement: the number of rows, or that it was refused. */
async function outcome(text: string, values: readonly unknown[] = [], tenant = own): Promise<number | "refused"> {
  try {
    return (await confined(text, values, tenant)).length;
  } catch (error) {
    expect(String(error)).toMatch(/permission denied for table|violates row-level security policy/);
    return "refused";
  }
}

test("every table with a workspace_id has the policy workspace_rows (guard_workspace_rows in its migration)", async () => {
  const { rows } = await api.database.pool.query<{ name: string }>(
    `SELECT p.tablename AS name FROM pg_policies p
       JOIN pg_class c ON c.relname = p.tablename AND c.relnamespace = p.schemaname::regnamespace
      WHERE p.schemaname = 'public' AND p.policyname = 'workspace_rows' AND p.cmd = 'ALL'
        AND p.roles = '{fulmar_workspace}' AND p.permissive = 'PERMISSIVE'
        AND p.qual LIKE '(workspace_id = (current_setting(''fulmar.workspace_id''%' AND c.relrowsecurity ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(guarded);
  const { rows: policies } = await api.database.pool.query(
    "SELECT FROM pg_policies WHERE tablename = ANY ($1) AND 'fulmar_workspace' = ANY (roles)",
    [guarded],
  );
  expect(policies).toHaveLength(guarded.length);
});

test("the role of a change has only the listed privileges on tables without workspace_id", async () => {
  const { rows } = await api.database.pool.query<{ name: string; may: string[] }>(
    `SELECT c.relnamespace::regnamespace || '.' || c.relname AS name, array_agg(p.privilege ORDER BY p.privilege) AS may
       FROM pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES',
                                               'TRIGGER']) AS p (privilege)
      WHERE c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND c.relname <> ALL ($1)
        AND CASE WHEN p.privilege IN ('DELETE', 'TRUNCATE', 'TRIGGER')
                   THEN has_table_privilege('fulmar_workspace', c.oid, p.privilege)
                 ELSE has_any_column_privilege('fulmar_workspace', c.oid, p.privilege) END
      GROUP BY c.oid ORDER BY 1`,
    [guarded],
  );
  expect(rows).toEqual(Object.entries(COMMON).map(([name, may]) => ({ name: `public.${name}`, may })));
});

test("statements without a workspace condition see and change no rows of another workspace", async () => {
  await changesNothing(api, async () => {
    for (const table of guarded) {
      if (!NOT_FILLED_HERE.includes(table)) expect(await rowsOf(table), table).not.toEqual([]);
      // The workspace's own row is visible.
      const visible = table === "workspace" ? 1 : 0;
      expect([visible, "refused"], table).toContain(await outcome(`SELECT 1 FROM ${table}`));
      expect([0, "refused"], table).toContain(
        await outcome(`UPDATE ${table} SET workspace_id = workspace_id RETURNING 1`),
      );
      expect([0, "refused"], table).toContain(await outcome(`DELETE FROM ${table} RETURNING 1`));
    }
  });
});

test("a workspace sees its own rows", async () => {
  for (const table of ["vm", "firewall_rule"]) {
    const visible = await confined(`SELECT 1 FROM ${table}`, [], neighbour);
    const theirs = (await rowsOf(table)).filter(({ workspace_id }) => workspace_id === neighbour.workspaceId);
    expect(visible.length).toBe(theirs.length);
    expect(visible.length).toBeGreaterThan(0);
  }
});

test("inserting a row for another workspace is refused in every table", async () => {
  await changesNothing(api, async () => {
    for (const table of guarded) {
      const { rows } = await api.database.pool.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE workspace_id <> $1 LIMIT 1`,
        [own.workspaceId],
      );
      const row = rows[0]?.row ?? JSON.stringify({ workspace_id: Number(neighbour.workspaceId) });
      expect(
        await outcome(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`, [row]),
        table,
      ).toBe("refused");
    }
  });
});

test("updating a row to another workspace is refused", async () => {
  const tenant = await api.createTenant();
  const fixture = new ExampleFixture(api, tenant);
  await fixture.make("firewallGroup.create", { body: { name: fixture.name(), is_default: false } });
  expect(await outcome("UPDATE firewall_group SET name = name RETURNING 1", [], tenant)).toBe(1);
  expect(await outcome("UPDATE firewall_group SET workspace_id = $1::bigint", [neighbour.workspaceId], tenant)).toBe(
    "refused",
  );
});

test("a change reads only its organization's wallet, and takes only free addresses", async () => {
  expect(await confined("SELECT organization_id FROM wallet")).toEqual([{ organization_id: own.organizationId }]);
  expect(await outcome("UPDATE wallet SET balance = 0")).toBe("refused");
  expect(await confined("SELECT 1 FROM public_address WHERE public_ip_id IS NOT NULL")).not.toEqual([]);
  expect(
    await outcome("UPDATE public_address SET public_ip_id = NULL WHERE public_ip_id IS NOT NULL RETURNING 1"),
  ).toBe(0);
});

test("a statement of the role fails without fulmar.workspace_id", async () => {
  const client = await api.database.pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL ROLE fulmar_workspace");
    await expect(client.query("SELECT FROM vm")).rejects.toThrow(
      /fulmar\.workspace_id|invalid input syntax for type bigint: ""/,
    );
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("BEGIN of a request's transaction sets role and workspace", async () => {
  const record = recordStatements(api.served);
  const fixture = new ExampleFixture(api, own, own.otherWorkspaceId);
  const { statements } = await record(() =>
    fixture.make("firewallGroup.create", { body: { name: fixture.name(), is_default: false } }),
  );
  expect(statements.map(({ text }) => text).filter((text) => text.startsWith("BEGIN"))).toEqual([
    begin(own.otherWorkspaceId),
  ]);
});

test("a connection has its own role again after a confined transaction, committed or rolled back", async () => {
  const seen: unknown[] = [];
  const { database } = api;
  const { role } = testStatements;
  const { workspaceId } = own;
  const free = await database.sql.query(role);
  await database.transaction(async ({ sql }) => seen.push(...(await sql.query(role))), {
    workspaceId: BigInt(workspaceId),
  });
  const failing = database.transaction(
    async ({ sql }) => {
      seen.push(...(await sql.query(role)));
      throw new Error("undo me");
    },
    { workspaceId: BigInt(workspaceId) },
  );
  await expect(failing).rejects.toThrow("undo me");
  expect(seen).toEqual(Array.from({ length: 2 }, () => ({ role: "fulmar_workspace", workspace: workspaceId })));
  for (let connection = 0; connection < 20; connection++) expect(await database.sql.query(role)).toEqual(free);
});
