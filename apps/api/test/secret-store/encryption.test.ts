// The stored form of a value is useless to anyone who reads or modifies the database.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutTriggers } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type ApiResponse, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { idIn, secretsOf } from "./secret-store-fixture.ts";

let api: Api;
const { send, done, secret, store: newStore, value } = secretsOf(() => api);
const sql = (text: string, values: readonly unknown[]) => api.database.pool.query(text, [...values]);

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The answer for a modified row: an internal error that reveals nothing. */
function expectTampered(response: ApiResponse) {
  expectError(response, 500, "internal");
  expect(response.text).not.toMatch(/open|unwrap|row|key|sec_|store_/i);
  const logged = api
    .log()
    .split("\n")
    .filter((line) => line.includes(response.body.request_id) && line.includes("its row was changed"));
  expect(logged).toHaveLength(1);
}

describe("500 without details for a row that was changed in the database", () => {
  test("another secret's, version's or store's sealed value, or a changed bit", async () => {
    const store = await newStore();
    const path = await secret(store, { value: "mine" });
    await done(send("POST", `${path}/versions`, { body: { value: "mine too" } }));
    const neighbour = await secret(store, { value: "not mine" });
    const stranger = await secret(await newStore(), { value: "not mine either" });
    const original = (await sql("SELECT sealed FROM secret_version WHERE secret_id = $1 AND version = 1", [idIn(path)]))
      .rows[0]?.sealed;
    const put = (sealed: unknown) =>
      sql("UPDATE secret_version SET sealed = $2 WHERE secret_id = $1 AND version = 1", [idIn(path), sealed]);
    for (const [from, version] of [
      [neighbour, 1],
      [stranger, 1],
      [path, 2],
    ] as const) {
      await put(
        (await sql("SELECT sealed FROM secret_version WHERE secret_id = $1 AND version = $2", [idIn(from), version]))
          .rows[0]?.sealed,
      );
      expectTampered(await value(path, { version: "1" }));
    }
    await put(Buffer.concat([original.subarray(0, -1), Buffer.from([original.at(-1) ^ 1])]));
    expectTampered(await value(path, { version: "1" }));
    await put(original);
    expect((await value(path, { version: "1" })).body.value).toBe("mine");
  });

  test("a secret moved to another store, or a data key of another store", async () => {
    const [one, two] = [await newStore(), await newStore()];
    const path = await secret(one, { value: "of one" });
    await secret(two, { value: "of two" });
    await sql("UPDATE secret SET store_id = $2 WHERE secret_id = $1", [idIn(path), two]);
    expectTampered(await value(`/${two}/secrets/${idIn(path)}`));
    await sql("UPDATE secret SET store_id = $2 WHERE secret_id = $1", [idIn(path), one]);
    const [key] = (await sql("SELECT wrapped FROM secret_data_key WHERE store_id = $1", [one])).rows;
    await sql(
      "UPDATE secret_data_key SET wrapped = (SELECT wrapped FROM secret_data_key WHERE store_id = $2) WHERE store_id = $1",
      [one, two],
    );
    expectTampered(await value(path));
    await sql("UPDATE secret_data_key SET wrapped = $2 WHERE store_id = $1", [one, key?.wrapped]);
    expect((await value(path)).body.value).toBe("of one");
  });

  test("a store moved to another workspace", async () => {
    const store = await newStore();
    const path = await secret(store, { value: "of this workspace" });
    const there = api.tenant.otherWorkspaceId;
    await withoutTriggers(api.database.pool, async (client) => {
      for (const [table, id] of [
        ["secret_store", "store_id"],
        ["secret_data_key", "store_id"],
        ["secret", "secret_id"],
        ["secret_version", "secret_id"],
      ])
        await client.query(`UPDATE ${table} SET workspace_id = $1 WHERE ${id} = $2`, [
          there,
          id === "store_id" ? store : idIn(path),
        ]);
    });
    expectTampered(await send("GET", `${path}/value`, { workspaceId: there }));
  });
});

describe("the master key", () => {
  test("503 master_key_unavailable for values under another or missing key; readable again once it is back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fulmar-master-"));
    const file = join(folder, "master-key");
    writeFileSync(file, "a".repeat(64));
    const own = await startApi({ DATABASE_URL: api.databaseUrl, FULMAR_MASTER_KEY: "", FULMAR_MASTER_KEY_FILE: file });
    const there = secretsOf(
      () => own,
      () => api.tenant,
    );
    try {
      const store = await there.store();
      const path = await there.secret(store, { value: "under a" });
      expect((await there.value(path)).body.value).toBe("under a");
      // This process only has another master key.
      expectUnavailable(await value(path));
      expectUnavailable(await send("POST", `${path}/versions`, { body: { value: "x" } }));
      expectUnavailable(await send("POST", `/${store}/secrets`, { body: { key: "x", value: "x" } }));
      expect((await send("GET", path)).status).toBe(200);
      expect((await send("DELETE", path)).status).toBe(200);
      expect((await send("POST", `${path}/restore`)).status).toBe(200);

      rmSync(file);
      expectUnavailable(
        await there.send("POST", `/${await there.store()}/secrets`, { body: { key: "x", value: "x" } }),
      );
      writeFileSync(file, "b".repeat(64));
      const late = await there.secret(await there.store(), { value: "under b" });
      writeFileSync(file, `${"b".repeat(64)}\n${"a".repeat(64)}\n`);
      expect((await there.value(late)).body.value).toBe("under b");
      expect((await there.value(path)).body.value).toBe("under a");
      for (const key of ["a".repeat(64), "b".repeat(64)]) expect(api.log() + own.log()).not.toContain(key);
    } finally {
      await own.close();
      rmSync(folder, { recursive: true });
    }
  });

  test("503 for values without a master key at start, which the log reports; other requests succeed", async () => {
    const absent = join(tmpdir(), "fulmar-no-such-folder", "master-key");
    const environment = { FULMAR_ENVIRONMENT: "production", FULMAR_MASTER_KEY: "", FULMAR_MASTER_KEY_FILE: absent };
    const own = await startApi({ DATABASE_URL: api.databaseUrl, ...environment });
    try {
      await expect.poll(() => own.log()).toContain("the values of secrets are unavailable until there is a master key");
      expect(own.log()).toContain(`${absent} cannot be read`);
      const made = await own.request("POST", "/secret-store/stores", { body: { name: "Without a key" } });
      expect(made.status).toBe(201);
      expectUnavailable(
        await own.request("POST", `/secret-store/stores/${made.body.id}/secrets`, { body: { key: "x", value: "x" } }),
      );
    } finally {
      await own.close();
    }
  });

  function expectUnavailable(response: ApiResponse) {
    expectError(response, 503, "master_key_unavailable");
    expect(response.body.detail).toMatch(/master key is not available/);
    expect(response.headers["retry-after"]).toBe("30");
  }
});

test("request fingerprints depend on the installation's secret", async () => {
  const store = await newStore();
  const request = { key: "fingerprint", body: { key: "guessable", value: "1234" } };
  await done(send("POST", `/${store}/secrets`, request));
  const elsewhere = await startApi({
    DATABASE_URL: api.databaseUrl,
    FULMAR_SECRET: "another secret, as long as it has to be",
  });
  const other = secretsOf(
    () => elsewhere,
    () => api.tenant,
  );
  try {
    expectError(await other.send("POST", `/${store}/secrets`, request), 409, "idempotency_key_reused");
  } finally {
    await elsewhere.close();
  }
  expect((await send("POST", `/${store}/secrets`, request)).headers["idempotency-replayed"]).toBe("true");
});
