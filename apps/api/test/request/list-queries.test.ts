import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { cloneRows } from "../cloned-rows.ts";
import { exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { type PlanNode, planOf } from "../query-plan.ts";
import { ordersOf } from "./list-orders.ts";
import { tablesOf } from "./listed-tables.ts";

/** The number of rows in each of four workspaces, and the page size. */
const ROWS = 1500;
const LIMIT = 10;

const owned = operations
  .filter(({ id, list }) => list && tablesOf(id)?.length !== 0)
  .map((operation) => [operation.id, operation] as const);

let api: Api;
let record: ReturnType<typeof recordStatements>;
let workspaceTables: ReadonlySet<string>;
beforeAll(async () => {
  api = await startApi();
  record = recordStatements(api.served);
  const { rows } = await api.database.pool.query<{ table_name: string }>(
    "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id'",
  );
  workspaceTables = new Set(rows.map((row) => row.table_name));
});
afterAll(() => api.close());

test("every list names its tables in listed-tables.ts", () => {
  for (const { id } of operations.filter(({ list }) => list)) expect(tablesOf(id), id).not.toBeUndefined();
});

// In the catalog's order: a plan depends on which tables have been filled and analyzed before.
describe("plans", { shuffle: false }, () => {
  describe.each(owned)("%s", (id, operation) => {
    test("reads first and middle pages by index, touching at most four rows per row shown", async () => {
      const own = await api.createTenant();
      const other = await api.createTenant();
      const fixture = new ExampleFixture(api, own);
      const request = await exampleOf(operation, fixture);
      const workspaceIds = [own.workspaceId, own.otherWorkspaceId, other.workspaceId, other.otherWorkspaceId];
      for (const table of tablesOf(id) ?? []) {
        await cloneRows(api.database, table, { workspaceIds, from: 1, to: ROWS });
        for (const [index, different] of (table.hidden ?? []).entries()) {
          const hidden = { ...table, unique: { ...table.unique, ...different } };
          await cloneRows(api.database, hidden, { workspaceIds, from: (index + 1) * ROWS + 1, to: (index + 2) * ROWS });
        }
      }

      for (const { name } of tablesOf(id) ?? []) await api.database.pool.query(`ANALYZE ${name}`);

      const bare = { ...request, query: {} };
      for (const order of await ordersOf(fixture, operation, bare)) {
        // A page from the middle of the list, by the link of a page that ends there.
        const cursor = nextCursor(
          await fixture.send(operation, bare, { query: { ...order, limit: String(ROWS / 2) } }),
        );
        expect(cursor).not.toBe("");
        for (const query of [
          { ...order, limit: String(LIMIT) },
          { ...order, limit: String(LIMIT), cursor },
        ]) {
          const { result, statements } = await record(() => fixture.send(operation, bare, { query }));
          expect(result.body).toHaveLength(LIMIT);
          const lists = statements.filter(({ name, text }) => name !== "door_token" && /^\s*(WITH|SELECT)/i.test(text));
          expect(lists.length).toBeGreaterThan(0);
          for (const statement of lists) {
            const plan = await planOf(api.served, statement);
            const planForAll = await planOf(api.served, statement, "force_generic_plan");
            const faults = [...plan.flatMap(faultOf), ...planForAll.flatMap(stepsOver)];
            expect(faults, `${JSON.stringify(query)}: ${statement.text}`).toEqual([]);
          }
        }
      }
    });
  });
});

/** No step of a page's plan may touch more than a few rows for each row shown. */
const MOST_ROWS = 4 * LIMIT;

/**
 * A plan for all values does not know how short a page is and may sort a whole workspace; the server takes it only where
 * that is cheap. One that steps over the pages before by an index looks cheap and is not.
 */
function stepsOver(node: PlanNode): string[] {
  const removed = (node["Rows Removed by Filter"] ?? 0) * node["Actual Loops"];
  return node["Node Type"] === "Index Scan" && removed > MOST_ROWS
    ? [`a plan for all values steps over ${removed} rows of ${node["Relation Name"]}`]
    : [];
}

function faultOf(node: PlanNode): string[] {
  const relation = node["Relation Name"] ?? "";
  if (node["Node Type"] === "Seq Scan" && workspaceTables.has(relation))
    return [`reads ${relation} from its first row to its last`];
  const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return rows > MOST_ROWS ? [`${node["Node Type"]} of ${rows} rows ${relation} for a page of ${LIMIT}`] : [];
}
