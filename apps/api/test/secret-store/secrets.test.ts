import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { idIn, secretsOf } from "./secret-store-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
let store: string;
const { send, done, secret, store: newStore, value } = secretsOf(() => api);
const create = (body: object) => send("POST", `/${store}/secrets`, { body });

beforeAll(async () => {
  api = await startApi();
  store = await newStore();
});
afterAll(() => api.close());

describe("POST /secret-store/stores/{store_id}/secrets", () => {
  test("201: the whole record without the value", async () => {
    const body = {
      key: "payments/stripe/api-key",
      value: "sk_live_1",
      description: "Charges",
      tags: ["payments"],
      expires_at: "2999-01-01T01:00:00+01:00",
    };
    const { status, body: made } = await create(body);
    expect(status).toBe(201);
    expect(made).toEqual({
      id: expect.stringMatching(/^sec_[0-9a-z]{26}$/),
      workspace_id: api.tenant.workspaceId,
      store_id: store,
      key: "payments/stripe/api-key",
      description: "Charges",
      tags: ["payments"],
      version: 1,
      expires_at: "2999-01-01T00:00:00.000Z",
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
      restorable_until: null,
    });
    expect(await done(send("GET", `/${store}/secrets/${made.id}`))).toEqual(made);
  });

  test.each([
    ["text", "utf8", "pässwörd 😀\nsecond line"],
    ["64 KiB", "utf8", "é".repeat(32 * 1024)],
    ["bytes", "base64", Buffer.from([0, 1, 254, 255]).toString("base64")],
    ["64 KiB of bytes", "base64", Buffer.alloc(64 * 1024, 7).toString("base64")],
  ])("%s are returned unchanged", async (_, encoding, text) => {
    const path = await secret(store, { value: text, encoding });
    expect((await value(path)).body).toMatchObject({ value: text, encoding, version: 1 });
  });

  test.each([
    ["key", { key: "" }],
    ["key", { key: "/leading" }],
    ["key", { key: "double//slash" }],
    ["key", { key: "-dash" }],
    ["key", { key: "a".repeat(256) }],
    ["value", { value: "" }],
    ["value", { value: "é".repeat(32 * 1024 + 1) }],
    ["value", { value: Buffer.alloc(64 * 1024 + 1).toString("base64"), encoding: "base64" }],
    ["value", { value: "not base64", encoding: "base64" }],
    ["value", { value: "YWJj=", encoding: "base64" }],
    // Almost a megabyte. The check of its padding must not take quadratic time.
    ["value", { value: `${"=".repeat(900_000)}A`, encoding: "base64" }],
    ["value", { value: "YWJjZB==", encoding: "base64" }],
    ["value", { value: "null\u0000character" }],
    ["encoding", { encoding: "hex" }],
    ["expires_at", { expires_at: "2020-01-01T00:00:00Z" }],
    ["expires_at", { expires_at: "tomorrow" }],
    ["expires_at", { expires_at: "9999-12-31T23:59:59-12:00" }],
    ["tags", { tags: "one" }],
  ])("400 names %s and does not repeat the value", async (field, wrong) => {
    const refused = await create({ key: "wrong", value: "do-not-repeat-me", ...wrong });
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors[0].field).toMatch(new RegExp(`^${field}`));
    expect(refused.text).not.toContain("do-not-repeat-me");
  });

  test.each([
    ["line breaks", "YWJj\nZGVm\n", "must be base64 in one line; take its line breaks out, as base64 -w0 does"],
    ["a line break at the end", "YWJj\n", "must be base64 in one line; take its line breaks out, as base64 -w0 does"],
    [
      "line breaks of Windows",
      "YWJj\r\nZGVm",
      "must be base64 in one line; take its line breaks out, as base64 -w0 does",
    ],
    ["a space", "YWJj ZGVm", "must be base64 without spaces"],
    ["the alphabet of URLs", "-_-_", "must be base64 with + and /, not with - and _"],
    ["another character", "YWJj!A==", "must be base64, as encoding says: letters, digits, + and /"],
    ["padding alone", "====", "must be base64, as encoding says: letters, digits, + and /"],
    ["padding in the middle", "YWI=YWJj", "must be base64, as encoding says: letters, digits, + and /"],
    ["no padding", "YWI", "must be base64 with padding, by = to a multiple of 4 characters"],
    ["too much padding", "Y===", "must be base64 with padding, by = to a multiple of 4 characters"],
    ["bits beyond the last byte", "YWJjZB==", "must be base64 whose last character has no bits beyond the last byte"],
  ])("400 says why base64 with %s is refused, of a secret and of a version", async (_, text, message) => {
    const path = await secret(store);
    const answers = [
      await create({ key: "wrong", value: text, encoding: "base64" }),
      await send("POST", `${path}/versions`, { body: { value: text, encoding: "base64" } }),
    ];
    for (const { status, body } of answers)
      expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ field: "value", message }] });
  });

  test("409 key_taken names the secret, also for all but one of six concurrent creates", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ key: "contested", value: "x" })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const id = answers.find(({ status }) => status === 201)?.body.id;
    const refused = await create({ key: "contested", value: "x" });
    expectError(refused, 409, "key_taken");
    expect(refused.body.blockers).toEqual([{ type: "secret", id, name: "contested" }]);
    const elsewhere = await newStore();
    expect((await send("POST", `/${elsewhere}/secrets`, { body: { key: "contested", value: "x" } })).status).toBe(201);
  });

  test("concurrent first secrets of a store share one data key and can all be read", async () => {
    const fresh = await newStore();
    const paths = await Promise.all(
      Array.from({ length: 8 }, (_, index) => secret(fresh, { value: `value ${index}` })),
    );
    const values = await Promise.all(paths.map((path) => value(path)));
    expect(values.map(({ body }) => body.value)).toEqual(paths.map((_, index) => `value ${index}`));
    const { rows } = await api.database.pool.query("SELECT FROM secret_data_key WHERE store_id = $1", [fresh]);
    expect(rows).toHaveLength(1);
  });

  test("a repeated idempotency key replays the answer, which has no value", async () => {
    const options = { key: "once", body: { key: "idempotent", value: "hunter2-hunter2" } };
    const first = await send("POST", `/${store}/secrets`, options);
    const again = await send("POST", `/${store}/secrets`, options);
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
    expect(first.text).not.toContain("hunter2");
  });
});

describe("GET /secret-store/stores/{store_id}/secrets", () => {
  test("200: newest first, by key, by tag and in pages, without values", async () => {
    const own = await newStore();
    const list = (query: Record<string, string> = {}) => send("GET", `/${own}/secrets`, { query });
    expect((await list()).body).toEqual([]);
    for (const key of ["one", "two", "three"])
      await secret(own, { key, value: `value of ${key}`, tags: key === "two" ? ["even"] : [] });
    const all = await list();
    expect(all.body.map(({ key }: { key: string }) => key)).toEqual(["three", "two", "one"]);
    expect(all.text).not.toContain("value of");
    expect((await list({ key: "one" })).body).toEqual([all.body[2]]);
    expect((await list({ tag: "even" })).body).toEqual([all.body[1]]);
    const first = await list({ limit: "2" });
    expect((await list({ limit: "2", cursor: nextCursor(first) })).body).toEqual([all.body[2]]);
  });
});

describe("PATCH /secret-store/stores/{store_id}/secrets/{secret_id}", () => {
  test("200: changes description, tags and expiry but not the version", async () => {
    const path = await secret(store, { description: "Before", tags: ["a"], expires_at: "2999-01-01T00:00:00Z" });
    const changed = await done(send("PATCH", path, { body: { description: "After" } }));
    expect(changed).toMatchObject({
      description: "After",
      tags: ["a"],
      expires_at: "2999-01-01T00:00:00.000Z",
      version: 1,
    });
    expect(await done(send("PATCH", path, { body: { tags: [], expires_at: null } }))).toMatchObject({
      description: "After",
      tags: [],
      expires_at: null,
    });
    const same = await done(send("GET", path));
    expect(await done(send("PATCH", path, { body: {} }))).toEqual(same);
  });

  test("409 version_mismatch names the present version", async () => {
    const path = await secret(store);
    await done(send("POST", `${path}/versions`, { body: { value: "second" } }));
    const refused = await send("PATCH", path, { body: { description: "x", if_version: 1 } });
    expectError(refused, 409, "version_mismatch");
    expect(refused.body.detail).toContain("at version 2, not 1");
    expect((await send("PATCH", path, { body: { description: "x", if_version: 2 } })).status).toBe(200);
  });
});

describe("an archived store", () => {
  test("200 for reads and 409 store_archived for every write", async () => {
    const own = await newStore();
    const path = await secret(own, { value: "still here" });
    const deleted = await secret(own);
    await done(send("DELETE", deleted));
    await done(send("POST", `/${own}/archive`));
    expect((await value(path)).body.value).toBe("still here");
    for (const read of [`/${own}/secrets`, path, `${path}/versions`])
      expect((await send("GET", read)).status).toBe(200);
    const writes = [
      send("PATCH", `/${own}`, { body: { description: "x" } }),
      send("PATCH", `/${own}`, { body: {} }),
      send("POST", `/${own}/secrets`, { body: { key: "new", value: "x" } }),
      send("PATCH", path, { body: { description: "x" } }),
      send("DELETE", path),
      send("DELETE", path, { query: { destroy: "true" } }),
      send("POST", `${deleted}/restore`),
      send("POST", `${path}/versions`, { body: { value: "x" } }),
      ...["disable", "enable", "destroy"].map((verb) => send("POST", `${path}/versions/1/${verb}`)),
    ];
    for (const response of await Promise.all(writes)) expectError(response, 409, "store_archived");
    await done(send("POST", `/${own}/unarchive`));
    expect((await send("PATCH", path, { body: { description: "x" } })).status).toBe(200);
  });
});

test("200: PATCH of a store changes name and description and keeps store_key; 409 name_taken", async () => {
  const { id, store_key } = await done(send("POST", "", { body: { name: "Named first" } }));
  expect(await done(send("PATCH", `/${id}`, { body: { name: "Named second" } }))).toMatchObject({
    name: "Named second",
    store_key,
    description: "",
  });
  expect(await done(send("PATCH", `/${id}`, { body: { description: "Said" } }))).toMatchObject({
    name: "Named second",
    description: "Said",
  });
  await done(send("POST", "", { body: { name: "Taken" } }));
  expectError(await send("PATCH", `/${id}`, { body: { name: "Taken" } }), 409, "name_taken");
});

test("404 for a secret under another store", async () => {
  const path = await secret(store);
  const other = await newStore();
  const misplaced = `/${other}/secrets/${idIn(path)}`;
  for (const response of [
    await send("GET", misplaced),
    await value(misplaced),
    await send("GET", `${misplaced}/versions`),
    await send("DELETE", misplaced),
  ])
    expectError(response, 404, "not_found");
});
