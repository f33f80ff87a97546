import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { cdnOf } from "./cdn-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
const { at, distribution, distributionThatIs } = cdnOf(() => api);
const purge = (id: string, body: object) => api.request("POST", at(id, "/purge"), { body });

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("POST /cdn/distributions/{distribution_id}/purge", () => {
  test("201: the record, which GET returns too", async () => {
    const { id } = await distribution();
    const { status, body } = await purge(id, { paths: ["/", "/a%20b/*", "/c.txt"] });
    expect(status).toBe(201);
    expect(body).toEqual({
      purge_id: expect.stringMatching(/^purge_/),
      distribution_id: id,
      status: "queued",
      paths: ["/", "/a%20b/*", "/c.txt"],
      everything: false,
      requested_at: expect.stringMatching(TIMESTAMP),
      completed_at: null,
      error: null,
    });
    expect((await api.request("GET", at(id, `/purges/${body.purge_id}`))).body).toEqual(body);
  });

  test("201: everything, for an active distribution", async () => {
    const { id } = await distributionThatIs("active");
    expect(await purge(id, { everything: true })).toMatchObject({ status: 201, body: { everything: true, paths: [] } });
  });

  test.each<readonly [string, object]>([
    ["paths", {}],
    ["paths", { paths: ["/a"], everything: true }],
    ["everything", { everything: false }],
    ["paths", { paths: [] }],
    ["paths", { paths: Array.from({ length: 101 }, (_, index) => `/${index}`) }],
    ...[
      "",
      "a",
      "*",
      "/a*b",
      "/*/a",
      "/a**",
      "/a b",
      "/a?b=c",
      "/a#b",
      "/%zz",
      "/ü",
      "/a\\b",
      "/a\n",
      `/${"a".repeat(2048)}`,
    ].map((path) => ["paths.0", { paths: [path] }] as const),
  ])("400 names %s for %j", async (field, body) => {
    const refused = await purge((await distribution()).id, body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field });
  });

  test.each(["disabled", "failed"] as const)("409 while the distribution is %s", async (status) => {
    const { id } = await distributionThatIs(status);
    expect(await purge(id, { everything: true })).toMatchObject({
      status: 409,
      body: { code: `distribution_${status}` },
    });
  });

  test("404 for a deleted or absent distribution", async () => {
    const { id } = await distribution();
    await api.request("DELETE", at(id, ""));
    for (const gone of [id, "cdn_absent"]) expect((await purge(gone, { everything: true })).status).toBe(404);
  });
});

describe("GET /cdn/distributions/{distribution_id}/purges", () => {
  test("200: newest first, by status and in pages, for this distribution only", async () => {
    const { id } = await distribution();
    const made = [];
    for (const path of ["/a", "/b", "/c"]) made.unshift((await purge(id, { paths: [path] })).body);
    await purge((await distribution()).id, { everything: true });
    const list = (query: Record<string, string> = {}) => api.request("GET", at(id, "/purges"), { query });
    expect((await list()).body).toEqual(made);
    const first = await list({ limit: "2" });
    expect(first.body).toEqual(made.slice(0, 2));
    expect((await list({ limit: "2", cursor: nextCursor(first) })).body).toEqual(made.slice(2));
    expect((await list({ status: "queued" })).body).toEqual(made);
    expect((await list({ status: "failed" })).body).toEqual([]);
  });

  test("404 for an absent distribution and for a purge of another distribution", async () => {
    expect((await api.request("GET", at("cdn_absent", "/purges"))).status).toBe(404);
    const [one, two] = [await distribution(), await distribution()];
    const { body } = await purge(one.id, { everything: true });
    expect((await api.request("GET", at(two.id, `/purges/${body.purge_id}`))).status).toBe(404);
  });
});
