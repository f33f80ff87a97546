import type { Operation } from "@fulmar/contract";
import { withoutTriggers } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { type ClonedTable, cloneRows } from "../cloned-rows.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { tablesOf } from "./listed-tables.ts";

const ROWS = 1000;
/** Close to the largest page size. */
const LARGE_PAGE = 997;
/** No divisor of the number of rows. */
const PAGE = 97;
/** How many rows are added between two pages. */
const ADDED = 10;
const lists = eachOperation.filter(([, operation]) => operation.list);

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The ids of a list, page by page along its Link headers; `between` runs after each page. */
async function walk(
  fixture: ExampleFixture,
  operation: Operation,
  request: AnyRequest,
  table: ClonedTable,
  limit: number,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  let response = await fixture.send(operation, request, { query: { limit: String(limit) } });
  for (let page = 1; ; page++) {
    expect(response.status).toBe(200);
    expect(response.body.length).toBeLessThanOrEqual(limit);
    seen.push(...response.body.map((item: unknown) => keyOf(item, table)));
    const { link } = response.headers;
    if (link === undefined) return seen;
    const [, href = "", relation] = /^<([^<>]+)>; rel="([a-z]+)"$/.exec(link) ?? [];
    expect(relation).toBe("next");
    expect(response.body.length).toBe(limit);
    const { pathname, search } = new URL(href);
    await between(page);
    response = await api.inject({
      method: "GET",
      url: `${pathname}${search}`,
      headers: { authorization: `Bearer ${fixture.token}` },
    });
  }
}

/** The key of a list's item: the column under its own name, or the id. */
function keyOf(item: unknown, { key, id }: ClonedTable): string {
  const record = item as Record<string, unknown>;
  return String(record[key ?? id] ?? record.id);
}

const changing = lists.flatMap(([id, operation]) => {
  const [table, ...more] = tablesOf(id) ?? [];
  return table === undefined ? [] : [[id, operation, table, more] as const];
});

describe.concurrent.each(changing)("%s", (_, operation, table, more) => {
  test("pages through 1,000 rows without loss or repetition while rows are added and deleted", async () => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const { params = {} } = await exampleOf(operation, fixture);
    const add = async (from: number, to: number) => {
      for (const each of [table, ...more])
        await cloneRows(api.database, each, { workspaceIds: [tenant.workspaceId], from, to });
    };
    await add(1, ROWS);
    await Promise.all([table, ...more].map(({ name }) => api.database.pool.query(`ANALYZE ${name}`)));
    const before = await walk(fixture, operation, { params }, table, LARGE_PAGE);
    const known = new Set(before);
    expect(known.size).toBe(before.length);
    expect(before.length).toBe(ROWS + 1);

    const deleted = new Set<string>();
    const seen = await walk(fixture, operation, { params }, table, PAGE, async (page) => {
      await add(ROWS + page * ADDED, ROWS + (page + 1) * ADDED - 1);
      // One row that was shown and two that were not. The first is the last one shown, which the cursor refers to.
      const gone = [before[page * PAGE - 1], before[page * PAGE + 1], before.at(-page)].filter(
        (id) => id !== undefined,
      );
      for (const id of gone) deleted.add(id);
      await deleteRows(tenant, gone);
    });

    const shown = new Set(seen);
    expect(shown.size).toBe(seen.length);
    expect(seen.filter((id) => !known.has(id))).toEqual([]);
    expect(before.filter((id) => !deleted.has(id) && !shown.has(id))).toEqual([]);
  });

  /** Deletes only the tenant's rows: keys need not be unique across tenants, and other lists are read concurrently. */
  async function deleteRows({ workspaceId }: Tenant, keys: readonly string[]) {
    const { rowCount } = await withoutTriggers(api.database.pool, (client) =>
      client.query(`DELETE FROM ${table.name} WHERE workspace_id = $1 AND ${table.key ?? table.id} = ANY ($2)`, [
        workspaceId,
        keys,
      ]),
    );
    expect(rowCount).toBeGreaterThan(0);
  }
});

describe.each(lists)("%s", (_, operation) => {
  test("one-row pages return the same rows in the same order as one large page", async () => {
    const fixture = new ExampleFixture(api, api.tenant);
    const request = await exampleOf(operation, fixture);
    const whole = await fixture.send(operation, request, { query: { limit: "1000" } });
    expect(whole.headers.link).toBeUndefined();
    const single = await fixture.send(operation, request, { query: { limit: "1" } });
    expect(single.body).toEqual(whole.body.slice(0, 1));
    expect(single.headers.link === undefined).toBe(whole.body.length <= 1);
    const next = /<(.+)>/.exec(single.headers.link ?? "")?.[1];
    if (next === undefined) return;
    const { pathname, search, searchParams } = new URL(next);
    expect(searchParams.get("workspace_id")).toBe(fixture.workspaceId);
    const second = await api.inject({
      method: "GET",
      url: `${pathname}${search}`,
      headers: { authorization: `Bearer ${fixture.token}` },
    });
    expect(second.body).toEqual(whole.body.slice(1, 2));
  });
});

test("the link to the next page begins with FULMAR_PUBLIC_API_URL", async () => {
  const elsewhere = await startApi({
    DATABASE_URL: api.databaseUrl,
    FULMAR_PUBLIC_API_URL: "https://cloud.example.com/api",
  });
  const { headers } = await elsewhere.request("GET", "/compute/plans", { query: { limit: "1" } });
  await elsewhere.close();
  expect(headers.link).toMatch(/^<https:\/\/cloud\.example\.com\/api\/v1\/compute\/plans\?/);
});
