import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cloneRows } from "../cloned-rows.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { nextCursor } from "../next-cursor.ts";
import { nameOf, ordersOf, sortsOf } from "./list-orders.ts";
import { tablesOf } from "./listed-tables.ts";

const ROWS = 500;
const PAGE = 97;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Item = Readonly<Record<string, unknown>>;

/** All rows of a list in an order, page by page along the cursors. */
async function walk(
  fixture: ExampleFixture,
  operation: Operation,
  request: AnyRequest,
  order: Readonly<Record<string, string>>,
): Promise<Item[]> {
  const seen: Item[] = [];
  for (let cursor = ""; ; ) {
    const response = await fixture.send(operation, request, {
      query: { ...order, limit: String(PAGE), ...(cursor !== "" && { cursor }) },
    });
    expect(response.status).toBe(200);
    seen.push(...response.body);
    cursor = nextCursor(response);
    if (cursor === "") return seen;
  }
}

const idsOf = (items: readonly Item[]) => items.map((item) => JSON.stringify(item));
const namesOf = (items: readonly Item[]) => items.map((item) => nameOf(item).toLowerCase());

const sorted = eachOperation.filter(([, operation]) => "sort" in operation.query.shape);
const searched = eachOperation.filter(([, operation]) => operation.list && "search" in operation.query.shape);

describe.each(sorted)("%s", (id, operation) => {
  test("walks every row once in each order, searched or not", async () => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const request = await exampleOf(operation, fixture);
    for (const table of tablesOf(id) ?? [])
      await cloneRows(api.database, table, { workspaceIds: [tenant.workspaceId], from: 1, to: ROWS });
    const newestFirst = await walk(fixture, operation, request, {});
    expect(newestFirst).toHaveLength(ROWS + 1);

    for (const order of await ordersOf(fixture, operation, request)) {
      const seen = await walk(fixture, operation, request, order);
      expect(idsOf(seen).toSorted()).toEqual(idsOf(newestFirst).toSorted());
      const oldestFirst = order.sort?.startsWith("-") === true ? seen.toReversed() : seen;
      if (order.sort?.endsWith("created_at")) expect(oldestFirst).toEqual(newestFirst.toReversed());
      else expect(namesOf(oldestFirst)).toEqual(namesOf(newestFirst).toSorted());
    }
  });

  test("400 names cursor for a cursor of another order", async () => {
    const fixture = new ExampleFixture(api, api.tenant);
    const first = await exampleOf(operation, fixture);
    const table = tablesOf(id)?.[0];
    if (table !== undefined)
      await cloneRows(api.database, table, { workspaceIds: [fixture.workspaceId], from: 1, to: 1 });
    for (const sort of sortsOf(operation)) {
      const cursor = nextCursor(await fixture.send(operation, first, { query: { sort: String(sort), limit: "1" } }));
      expect(cursor).not.toBe("");
      for (const other of sortsOf(operation)) {
        const response = await fixture.send(operation, first, { query: { sort: String(other), cursor } });
        expect(response.status, `${sort} for ${other}`).toBe(other === sort ? 200 : 400);
        if (other !== sort)
          expect(response.body.errors).toEqual([
            { field: "cursor", message: "must be a cursor of a page in the same order" },
          ]);
      }
    }
  });
});

describe.each(searched)("%s", (_, operation) => {
  test("searches for a part of the name in any case, without wildcards", async () => {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const request = await exampleOf(operation, fixture);
    const search = async (text: string) => (await fixture.send(operation, request, { query: { search: text } })).body;
    const [row] = (await fixture.send(operation, request)).body;
    const name = nameOf(row);
    for (const part of [name, name.toUpperCase(), name.slice(1, -1)])
      expect(await search(part), part).toContainEqual(row);
    for (const part of [`${name}x`, `%${name}`, `${name.slice(0, -1)}_`, name.replace("-", "_"), "%", "\\", "'"])
      expect(await search(part), part).toEqual([]);
  });
});
