import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { idIn, secretsOf } from "./secret-store-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
let store: string;
const { send, done, secret, store: newStore, value } = secretsOf(() => api);
const write = (path: string, body: object) => send("POST", `${path}/versions`, { body });
const change = (path: string, version: number | string, verb: string) =>
  send("POST", `${path}/versions/${version}/${verb}`);

beforeAll(async () => {
  api = await startApi();
  store = await newStore();
});
afterAll(() => api.close());

describe("…/versions", () => {
  test("201: a new value becomes the latest version; versions are listed newest first without values", async () => {
    const path = await secret(store, { value: "first value" });
    const made = await write(path, { value: "c2Vjb25k", encoding: "base64" });
    expect(made.status).toBe(201);
    const shape = {
      secret_id: idIn(path),
      status: "enabled",
      created_at: expect.stringMatching(TIMESTAMP),
      destroyed_at: null,
    };
    expect(made.body).toEqual({ ...shape, version: 2, encoding: "base64" });
    const list = await send("GET", `${path}/versions`);
    expect(list.body).toEqual([made.body, { ...shape, version: 1, encoding: "utf8" }]);
    expect(list.text).not.toMatch(/first value|c2Vjb25k/);
    expect((await done(send("GET", path))).version).toBe(2);
    expect((await value(path)).body).toMatchObject({ version: 2, value: "c2Vjb25k", encoding: "base64" });
    expect((await value(path, { version: "1" })).body).toMatchObject({
      version: 1,
      value: "first value",
      encoding: "utf8",
    });
    expectError(await value(path, { version: "3" }), 404, "not_found");
  });

  test("201: concurrent writes get consecutive version numbers", async () => {
    const path = await secret(store);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => write(path, { value: `value ${index}` })),
    );
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
    for (const [index, { body }] of answers.entries())
      expect((await value(path, { version: String(body.version) })).body.value).toBe(`value ${index}`);
  });

  test("201 for one of six concurrent writes with one if_version, 409 version_mismatch for the others", async () => {
    const path = await secret(store);
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(path, { value: "x", if_version: 1 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: "version_mismatch",
      detail: expect.stringContaining("at version 2, not 1"),
    });
  });
});

describe("…/versions/{version}", () => {
  test("200: disable and enable are repeatable; 409 version_disabled for the value in between", async () => {
    const path = await secret(store, { value: "one" });
    await write(path, { value: "two" });
    const disabled = await change(path, 1, "disable");
    expect(disabled).toMatchObject({ status: 200, body: { version: 1, status: "disabled" } });
    expect((await change(path, 1, "disable")).body).toEqual(disabled.body);
    expectError(await value(path, { version: "1" }), 409, "version_disabled");
    expect((await value(path)).body.value).toBe("two");
    expect((await change(path, 1, "enable")).body.status).toBe("enabled");
    expect((await value(path, { version: "1" })).body.value).toBe("one");
  });

  test("200: destroy erases the value for good (409 version_destroyed) and its number is not reused", async () => {
    const path = await secret(store, { value: "one" });
    const destroyed = await change(path, 1, "destroy");
    expect(destroyed).toMatchObject({
      status: 200,
      body: { version: 1, status: "destroyed", destroyed_at: expect.stringMatching(TIMESTAMP) },
    });
    expect((await change(path, 1, "destroy")).body).toEqual(destroyed.body);
    expectError(await change(path, 1, "enable"), 409, "version_destroyed");
    expectError(await change(path, 1, "disable"), 409, "version_destroyed");
    expectError(await value(path), 409, "version_destroyed");
    const { rows } = await api.database.pool.query("SELECT sealed FROM secret_version WHERE secret_id = $1", [
      idIn(path),
    ]);
    expect(rows).toEqual([{ sealed: null }]);
    expect((await write(path, { value: "again" })).body.version).toBe(2);
    expect((await value(path)).body.value).toBe("again");
  });

  test("a change of a version has an audit event that names the secret", async () => {
    const path = await secret(store);
    await change(path, 1, "disable");
    const events = await api.request("GET", "/audit-events", {
      query: { action: "secretVersion.disable", limit: "1" },
    });
    expect(events.body).toEqual([
      expect.objectContaining({ action: "secretVersion.disable", resource_type: "secret", resource_id: idIn(path) }),
    ]);
  });

  test.each(["2", "0", "-1", "1.0", "01", "latest", "99999999999"])("404 for version %s", async (version) => {
    const path = await secret(store);
    expectError(await change(path, version, "disable"), 404, "not_found");
  });
});

describe("…/value", () => {
  test("200: the value with its secret, version and encoding", async () => {
    const path = await secret(store, { key: "said", value: "hidden", expires_at: "2999-01-01T00:00:00Z" });
    expect(await value(path)).toMatchObject({
      status: 200,
      body: {
        secret_id: idIn(path),
        key: "said",
        version: 1,
        value: "hidden",
        encoding: "utf8",
        expires_at: "2999-01-01T00:00:00.000Z",
        created_at: expect.stringMatching(TIMESTAMP),
      },
    });
  });

  test("409 secret_expired after expires_at; 200 after expires_at is moved", async () => {
    const path = await secret(store, { value: "late" });
    await api.database.pool.query("UPDATE secret SET expires_at = now() - interval '1 second' WHERE secret_id = $1", [
      idIn(path),
    ]);
    expectError(await value(path), 409, "secret_expired");
    expect((await write(path, { value: "later" })).status).toBe(201);
    await done(send("PATCH", path, { body: { expires_at: "2999-01-01T00:00:00Z" } }));
    expect((await value(path)).body.value).toBe("later");
  });

  test("reading a value writes an audit event, and a refused read does not", async () => {
    const path = await secret(store, { value: "watched" });
    const events = async () =>
      (
        await api.database.pool.query(
          `SELECT actor_type, action, resource_id, request_id, result FROM audit_event WHERE resource_id = $1
             AND action = $2 ORDER BY at`,
          [idIn(path), "secret.value"],
        )
      ).rows;
    for (const request of ["read-number-1", "read-number-2"])
      await send("GET", `${path}/value`, { headers: { "x-request-id": request } });
    const event = { actor_type: "token", action: "secret.value", resource_id: idIn(path), result: 200 };
    expect(await events()).toEqual([
      { ...event, request_id: "read-number-1" },
      { ...event, request_id: "read-number-2" },
    ]);
    await value(path, { version: "7" });
    await change(path, 1, "disable");
    await value(path);
    expect(await events()).toHaveLength(2);
  });

  test("500 without the value when its audit event cannot be written", async () => {
    const path = await secret(store, { value: "unaudited" });
    await api.database.pool.query(
      "ALTER TABLE audit_event ADD CONSTRAINT no_more CHECK (action <> 'secret.value') NOT VALID",
    );
    const refused = await value(path);
    await api.database.pool.query("ALTER TABLE audit_event DROP CONSTRAINT no_more");
    expectError(refused, 500, "internal");
    expect(refused.text).not.toContain("unaudited");
    expect((await value(path)).body.value).toBe("unaudited");
  });
});
