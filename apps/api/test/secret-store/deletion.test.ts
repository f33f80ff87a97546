import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type ApiResponse, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { idIn, secretsOf } from "./secret-store-fixture.ts";

const WEEK_MS = 7 * 24 * 3_600_000;

let api: Api;
const { send, done, secret, store: newStore, value } = secretsOf(() => api);
const rowsOf = async (table: string, column: string, id: string) =>
  (await api.database.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rows.length;
/** Moves a deletion's time into the past. */
const age = (table: "secret" | "secret_store", id: string) =>
  api.database.pool.query(
    `UPDATE ${table} SET deleted_at = now() - interval '7 days 1 second'
      WHERE ${table === "secret" ? "secret_id" : "store_id"} = $1`,
    [id],
  );

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

function expectDeleted({ status, body }: ApiResponse, id: string) {
  expect({ status, body }).toEqual({
    status: 200,
    body: { status: "deleted", id, restorable_until: expect.any(String) },
  });
  const left = Date.parse(body.restorable_until) - Date.now();
  expect(left).toBeGreaterThan(WEEK_MS - 60_000);
  expect(left).toBeLessThanOrEqual(WEEK_MS);
}

describe("DELETE …/secrets/{secret_id}", () => {
  test("200: the secret is hidden and its value withheld (409), and restore brings it back unchanged", async () => {
    const store = await newStore();
    const path = await secret(store, { key: "kept", value: "kept value" });
    const before = await done(send("GET", path));
    const deleted = await send("DELETE", path);
    expectDeleted(deleted, before.id);
    expect((await send("DELETE", path)).body).toEqual(deleted.body);

    expect((await send("GET", `/${store}/secrets`)).body).toEqual([]);
    const hidden = { ...before, updated_at: expect.any(String), restorable_until: deleted.body.restorable_until };
    expect((await send("GET", `/${store}/secrets`, { query: { deleted: "true" } })).body).toEqual([hidden]);
    expect((await send("GET", path)).body).toEqual(hidden);
    for (const refused of [
      await value(path),
      await send("PATCH", path, { body: { description: "x" } }),
      await send("POST", `${path}/versions`, { body: { value: "x" } }),
      await send("POST", `${path}/versions/1/disable`),
    ])
      expectError(refused, 409, "secret_deleted");

    const restored = await done(send("POST", `${path}/restore`));
    expect(restored).toEqual({ ...before, updated_at: expect.any(String) });
    expect((await send("POST", `${path}/restore`)).body).toEqual(restored);
    expect((await value(path)).body.value).toBe("kept value");
  });

  test("the key of a deleted secret is free; 409 key_taken for restoring it names the new secret", async () => {
    const store = await newStore();
    const path = await secret(store, { key: "reused" });
    await done(send("DELETE", path));
    const next = await secret(store, { key: "reused" });
    const refused = await send("POST", `${path}/restore`);
    expectError(refused, 409, "key_taken");
    expect(refused.body.blockers).toEqual([{ type: "secret", id: idIn(next), name: "reused" }]);
    await done(send("DELETE", next));
    expect((await send("POST", `${path}/restore`)).status).toBe(200);
  });

  test("404 for restoring after seven days", async () => {
    const path = await secret(await newStore());
    await done(send("DELETE", path));
    await age("secret", idIn(path));
    expectError(await send("POST", `${path}/restore`), 404, "not_found");
  });

  test("200: destroy removes the secret and its versions at once, deleted before or not", async () => {
    const store = await newStore();
    for (const first of [async () => undefined, (path: string) => done(send("DELETE", path))]) {
      const path = await secret(store);
      await first(path);
      const destroyed = await send("DELETE", path, { query: { destroy: "true" } });
      expect(destroyed).toMatchObject({
        status: 200,
        body: { status: "destroyed", id: idIn(path), restorable_until: null },
      });
      expectError(await send("GET", path), 404, "not_found");
      expect(await rowsOf("secret_version", "secret_id", idIn(path))).toBe(0);
    }
  });

  test("409 version_mismatch unless if_version is the latest version", async () => {
    const path = await secret(await newStore());
    expectError(await send("DELETE", path, { query: { if_version: "2" } }), 409, "version_mismatch");
    expect((await send("DELETE", path, { query: { if_version: "1" } })).status).toBe(200);
  });
});

describe("DELETE /secret-store/stores/{store_id}", () => {
  test("409 store_not_empty names the secrets; force deletes store and secrets, and restore brings them back", async () => {
    const store = await newStore();
    const path = await secret(store, { key: "inside", value: "inside value" });
    const refused = await send("DELETE", `/${store}`);
    expectError(refused, 409, "store_not_empty");
    expect(refused.body.blockers).toEqual([{ type: "secret", id: idIn(path), name: "inside" }]);

    const deleted = await send("DELETE", `/${store}`, { query: { force: "true" } });
    expectDeleted(deleted, store);
    expect((await send("DELETE", `/${store}`)).body).toEqual(deleted.body);
    expect((await send("GET", `/${store}`)).body).toMatchObject({ id: store, status: "deleting" });
    const listed = async (query: Record<string, string>) =>
      (await send("GET", "", { query })).body.map(({ id }: { id: string }) => id);
    expect(await listed({})).not.toContain(store);
    expect(await listed({ status: "deleting" })).toContain(store);
    for (const gone of [
      await value(path),
      await send("GET", path),
      await send("GET", `/${store}/secrets`),
      await send("GET", `${path}/versions`),
      await send("POST", `/${store}/secrets`, { body: { key: "new", value: "x" } }),
      await send("PATCH", `/${store}`, { body: { description: "x" } }),
      await send("POST", `/${store}/archive`),
      await send("POST", `/${store}/unarchive`),
      await send("DELETE", path),
    ])
      expectError(gone, 404, "not_found");

    const restored = await done(send("POST", `/${store}/restore`));
    expect(restored).toMatchObject({ id: store, status: "active" });
    expect((await send("POST", `/${store}/restore`)).body).toEqual(restored);
    expect((await value(path)).body.value).toBe("inside value");
  });

  test("200: deleted secrets do not block deletion, and an archived store is restored as archived", async () => {
    const store = await newStore();
    await done(send("DELETE", await secret(store)));
    await done(send("POST", `/${store}/archive`));
    expectDeleted(await send("DELETE", `/${store}`), store);
    expect((await done(send("POST", `/${store}/restore`))).status).toBe("archived");
  });

  test("name and key of a deleted store are free; 409 name_taken for restoring it names the new store", async () => {
    const make = () => done(send("POST", "", { body: { name: "Reused name" } }));
    const first = await make();
    await done(send("DELETE", `/${first.id}`));
    const second = await make();
    expect(second.store_key).toBe(first.store_key);
    const refused = await send("POST", `/${first.id}/restore`);
    expectError(refused, 409, "name_taken");
    expect(refused.body.blockers).toEqual([{ type: "secret_store", id: second.id, name: "Reused name" }]);
  });

  test("404 for restoring after seven days", async () => {
    const store = await newStore();
    await done(send("DELETE", `/${store}`));
    await age("secret_store", store);
    expectError(await send("POST", `/${store}/restore`), 404, "not_found");
  });

  test("409 store_not_empty for destroy without force; 200 with force removes all its rows", async () => {
    const store = await newStore();
    await secret(store);
    expectError(await send("DELETE", `/${store}`, { query: { destroy: "true" } }), 409, "store_not_empty");
    const destroyed = await send("DELETE", `/${store}`, { query: { destroy: "true", force: "true" } });
    expect(destroyed.body).toEqual({ status: "destroyed", id: store, restorable_until: null });
    expectError(await send("GET", `/${store}`), 404, "not_found");
    for (const table of ["secret", "secret_data_key"]) expect(await rowsOf(table, "store_id", store)).toBe(0);
  });

  test("creating a secret while its store is deleted without force refuses exactly one of the two", async () => {
    const store = await newStore();
    const [made, deleted] = await Promise.all([
      send("POST", `/${store}/secrets`, { body: { key: "late", value: "x" } }),
      send("DELETE", `/${store}`),
    ]);
    expect([
      [201, 409],
      [404, 200],
    ]).toContainEqual([made.status, deleted.status]);
  });
});
