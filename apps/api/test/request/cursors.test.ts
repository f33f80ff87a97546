// A cursor is a position of its own list: whatever else is sent is refused by name, and never read as a position.
import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nextCursor, startApi, together } from "../api-fixture.ts";
import { eachOperation, operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import type { AnyRequest } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: ArrangedApi;
/** Valid cursors by operation, where the examples of a workspace have more than one row. */
const cursors = new Map<string, string>();
const lists = operations.filter(({ list, query }) => list && "cursor" in query.shape);

beforeAll(async () => {
  api = await startArrangedApi();
  await together(lists, async (operation) => {
    const cursor = await cursorOf(operation, api.own.request(operation));
    if (cursor !== "") cursors.set(operation.id, cursor);
  });
}, ARRANGING_MS);
afterAll(() => api.close());

async function cursorOf(operation: Operation, request: AnyRequest): Promise<string> {
  return nextCursor(await api.own.send(operation, request, { query: { limit: "1" } }));
}

const encoded = (text: string | Buffer) => Buffer.from(text).toString("base64url");

/** Forms of a position without the seal of a list, also those of earlier versions. */
const SHAPES = [
  ...["null", "true", "[]", "{}", '""', "0", "1", "-1", "99999999999999999999", "1e9", "NaN", "{}[]"],
  ...['{"id":"vm_1"}', '["vm_1"]', "vm_01kq3v9d5n8c2r7m4x6t0w1y5z", "op_01kq3v9d5n8c2r7m4x6t0w1y5z", "name vm_1 web"],
  ...["2026-11-28", "2026-99-99T99:99:99.999Z usr_1", "2026-11", "1700000000000000.aud_1", ">1700000000000000.evt_1"],
  ...[
    "after photos/",
    "v1 photos/",
    "vm.nano",
    "eu-central-1",
    "vms",
    "listener_1/www.example.com",
    "'; DROP TABLE vm",
  ],
  ...[Buffer.from([0xff, 0xfe, 0x00]), "\0", "a".repeat(300)],
].map(encoded);

/** Texts that are no cursor at all. */
const TEXTS = [
  "bnVsbA==",
  "null",
  "{}",
  "[]",
  "%00",
  "a b",
  "vm_1",
  "-",
  "AAAAAAAAAAA",
  "AAAAAAAAAAAA",
  "😀",
  "x".repeat(3000),
];

describe.each(eachOperation.filter(([, { list, query }]) => list && "cursor" in query.shape))("%s", (id, operation) => {
  async function expectRefused(cursor: string) {
    const response = await api.own.send(operation, api.own.request(operation), { query: { cursor } });
    expectError(response, 400, "invalid_request", cursor);
    expect(response.body.errors, cursor).toEqual([
      { field: "cursor", message: expect.stringMatching(/^must be a cursor from a Link header( of this list)?$/) },
    ]);
  }

  test("400 for the cursors of all other lists", async () => {
    const others = [...cursors].filter(([other]) => other !== id);
    expect(others.length).toBeGreaterThan(10);
    await together(others, ([, cursor]) => expectRefused(cursor));
  });

  test("400 for what is no cursor, or none of this list", async () => {
    await together([...SHAPES, ...TEXTS], expectRefused);
    // With the seal of another list, or of another position of this one.
    const [seal] = [...cursors.values()].map((cursor) => cursor.slice(0, 11));
    const sealed = SHAPES.map((position) => `${seal}${position}`).filter((cursor) => cursor !== cursors.get(id));
    await together(sealed, expectRefused);
  });

  test("400 for its own cursor when it was cut, lengthened or changed, and 200 as it is", async () => {
    const cursor = cursors.get(id);
    if (cursor === undefined) return;
    const changed = (at: number) => `${cursor.slice(0, at)}${cursor[at] === "A" ? "B" : "A"}${cursor.slice(at + 1)}`;
    const cut = Array.from({ length: cursor.length - 1 }, (_, length) => cursor.slice(0, length + 1));
    const others = [...Array.from(cursor, (_, at) => changed(at)), `${cursor}A`, `A${cursor}`, cursor + cursor];
    await together([...cut, cursor.slice(1), ...others], expectRefused);
    const again = await api.own.send(operation, api.own.request(operation), { query: { cursor, limit: "1" } });
    expect(again.status).toBe(200);
  });
});

test("400 for a cursor of the same list in another workspace, or below another resource", async () => {
  const list = (id: string) => operations.find((operation) => operation.id === id) as Operation;
  const plans = list("plan.list");
  const cursor = cursors.get("plan.list") ?? "";
  expect((await api.own.send(plans, {}, { query: { cursor } })).status).toBe(200);
  for (const { tenant, workspaceId } of [api.sibling, api.foreign])
    expectError(
      await api.request("GET", "/compute/plans", { token: tenant.token, workspaceId, query: { cursor } }),
      400,
      "invalid_request",
    );

  const [one, two] = await Promise.all(
    [98, 99].map(async (block) => {
      const vpc = await api.own.make("vpc.create", {
        body: { name: api.own.name(), site_id: "site-ams-1", cidr: `10.${block}.0.0/16` },
      });
      for (const third of [1, 2])
        await api.own.make("subnet.create", {
          params: { vpc_id: vpc.vpc_id },
          body: { name: api.own.name(), cidr: `10.${block}.${third}.0/24` },
        });
      return vpc.vpc_id;
    }),
  );
  const subnets = list("subnet.list");
  const below = (vpc_id: string | undefined) => ({ params: { vpc_id: String(vpc_id) } });
  const ofOne = await cursorOf(subnets, below(one));
  expect((await api.own.send(subnets, below(one), { query: { cursor: ofOne } })).body).toHaveLength(1);
  expectError(await api.own.send(subnets, below(two), { query: { cursor: ofOne } }), 400, "invalid_request");
});

test("a cursor stays valid while the installation's secret is replaced", async () => {
  const [former, present] = ["a former secret of the installation", "a present secret of the installation"];
  const ask = async (environment: Readonly<Record<string, string>>, cursor?: string) => {
    const own = await startApi({ DATABASE_URL: api.databaseUrl, ...environment });
    try {
      const query = { limit: "1", ...(cursor !== undefined && { cursor }) };
      const { token } = api.tenant;
      return await own.request("GET", "/compute/plans", { token, workspaceId: api.tenant.workspaceId, query });
    } finally {
      await own.close();
    }
  };
  const cursor = nextCursor(await ask({ FULMAR_SECRET: former }));
  expect((await ask({ FULMAR_SECRET: present, FULMAR_OTHER_SECRET: former }, cursor)).status).toBe(200);
  expectError(await ask({ FULMAR_SECRET: present }, cursor), 400, "invalid_request");
});
