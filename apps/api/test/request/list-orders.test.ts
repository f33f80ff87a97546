import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { cloneRows } from "../cloned-rows.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { nameOf, ordersOf, sortsOf } from "./list-orders.ts";
import { tablesOf } from "./listed-tables.ts";

const ROWS = 150;
/** Fewer rows than are equal in an order, so that pages end amid equal ones. */
const PAGE = 29;

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
  order: Readonly<Record<string, string | string[]>>,
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
/**
 * Gives the rows of a table different values of what its list can be sorted by, three or five of each, so that a page
 * ends amid equal ones.
 */
const SCATTER: Readonly<Record<string, string>> = {
  vm: `UPDATE vm v SET os_distro = (ARRAY['debian', 'Alpine', 'ubuntu'])[1 + n % 3], disk_gb = 200 + n % 5,
              site_id = (SELECT site_id FROM site ORDER BY site_id LIMIT 1 OFFSET n % 2),
              plan_id = (SELECT plan_id FROM plan p WHERE p.type = v.type ORDER BY plan_id LIMIT 1 OFFSET n % 3)
         FROM (SELECT vm_id, row_number() OVER (ORDER BY md5(vm_id))::int AS n FROM vm WHERE workspace_id = $1) x
        WHERE v.vm_id = x.vm_id`,
  volume: `UPDATE volume v
              SET size_gb = 9 + n % 5, site_id = (SELECT site_id FROM site ORDER BY site_id LIMIT 1 OFFSET n % 2)
             FROM (SELECT volume_id, row_number() OVER (ORDER BY md5(volume_id))::int AS n FROM volume
                    WHERE workspace_id = $1) x WHERE v.volume_id = x.volume_id`,
  load_balancer: `UPDATE load_balancer b SET site_id = (SELECT site_id FROM site ORDER BY site_id LIMIT 1 OFFSET n % 2)
                    FROM (SELECT load_balancer_id, row_number() OVER (ORDER BY md5(load_balancer_id))::int AS n
                            FROM load_balancer WHERE workspace_id = $1) x
                   WHERE b.load_balancer_id = x.load_balancer_id`,
};

/** The values by which rows are sorted, in the records of the list. */
function valuesOf(items: readonly Item[], field: string): readonly (string | number)[] {
  if (field === "name" || field === "key") return namesOf(items);
  if (field === "monthly_price" || field === "size_gb") return items.map((item) => Number(item[field]));
  // The names of plans are in the order of their ids.
  return items.map((item) => String(item[field === "plan_id" ? "plan_name" : field]).toLowerCase());
}

const ascending = (values: readonly (string | number)[]) => values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));

const namesOf = (items: readonly Item[]) => items.map((item) => nameOf(item).toLowerCase());

const sorted = eachOperation.filter(([, operation]) => "sort" in operation.query.shape);
const searched = eachOperation.filter(([, operation]) => "search" in operation.query.shape);
/** Lists of snapshots are in an object, with their total. */
function rowsOf(body: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? []);
}

/** Asks for all fields of the records. */
function whole(operation: Operation): Readonly<Record<string, string[]>> {
  const { include } = operation.query.shape as { include?: z.ZodOptional<z.ZodArray<z.ZodEnum>> };
  return include === undefined ? {} : { include: include.def.innerType.element.options.map(String) };
}

describe.each(sorted)("%s", (id, operation) => {
  test("walks every row once in each order, searched or not", async () => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const request = await exampleOf(operation, fixture);
    for (const table of tablesOf(id) ?? [])
      await cloneRows(api.database, table, { workspaceIds: [tenant.workspaceId], from: 1, to: ROWS });
    for (const { name } of tablesOf(id) ?? [])
      if (SCATTER[name] !== undefined) await api.database.pool.query(SCATTER[name], [tenant.workspaceId]);
    const newestFirst = await walk(fixture, operation, request, whole(operation));
    expect(newestFirst).toHaveLength(ROWS + 1);

    for (const order of await ordersOf(fixture, operation, request)) {
      const seen = await walk(fixture, operation, request, { ...order, ...whole(operation) });
      expect(idsOf(seen).toSorted()).toEqual(idsOf(newestFirst).toSorted());
      const oldestFirst = order.sort?.startsWith("-") === true ? seen.toReversed() : seen;
      if (order.sort?.endsWith("created_at")) expect(oldestFirst).toEqual(newestFirst.toReversed());
      else {
        const field = String(order.sort).replace(/^-/, "");
        expect(valuesOf(oldestFirst, field), field).toEqual(ascending(valuesOf(newestFirst, field)));
        expect(new Set(valuesOf(seen, field)).size, field).toBeGreaterThan(1);
      }
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
  test("searches for a part of the name in any case, without wildcards and the spaces around it", async () => {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const request = await exampleOf(operation, fixture);
    const search = async (text: string) =>
      rowsOf((await fixture.send(operation, request, { query: { search: text } })).body);
    const [row] = rowsOf((await fixture.send(operation, request)).body);
    const name = nameOf(row ?? {});
    for (const part of [name, name.toUpperCase(), name.slice(1, -1), ` ${name}`, `\t${name}\n`])
      expect(await search(part), part).toContainEqual(row);
    for (const part of [`${name}x`, `%${name}`, `${name.slice(0, -1)}_`, name.replace("-", "_"), "%", "\\", "'"])
      expect(await search(part), part).toEqual([]);
  });
});
