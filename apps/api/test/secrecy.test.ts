import { createToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api-fixture.ts";
import { exampleOf, operations } from "./examples/all.ts";
import { Scene } from "./examples/scene.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi({ FULMAR_LOG_LEVEL: "trace" });
});
afterAll(() => api.close());

test("neither the log nor the database holds a token's value, whatever was asked with it and however it failed", async () => {
  const { token: production } = await createToken(api.database, {
    organizationId: api.tenant.organizationId,
    name: "production",
    scopes: ["vm.read"],
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    expiresAt: null,
    createdBy: null,
    environment: "production",
  });
  const tokens = [api.tenant.token, await api.createToken(api.tenant, { scopes: ["cdn.read"] }), production];
  for (const operation of operations) {
    const scene = new Scene(api, api.tenant);
    const request = await exampleOf(operation, scene);
    for (const token of tokens) {
      await scene.send(operation, request, { token, rawBody: `{"token":"${token}"` });
      await scene.send(operation, request, { token, body: { ...request.body, [token]: token } });
      await scene.send(operation, request, { token, query: { token, [token]: "1" } });
      await scene.send(operation, request, { token, headers: { cookie: `token=${token}` } });
    }
  }
  await api.inject({ method: "GET", url: `/v1/${tokens[0]}?token=${tokens[0]}`, headers: { authorization: `Basic ${tokens[0]}` } });
  const dump = await dumpOf(api);
  expect(dump.length).toBeGreaterThan(10_000);
  expect(api.log().length).toBeGreaterThan(10_000);
  for (const token of tokens) {
    expect(api.log()).not.toContain(token);
    expect(api.log()).not.toContain(secretOf(token));
    expect(dump).not.toContain(secretOf(token));
  }
});

test("what is shown once is neither in the log nor in the database, and is repeated under its idempotency key all the same", async () => {
  const body = { name: "shown-once", permission: "read_write" };
  const send = () => api.request("POST", "/object-storage/access-keys", { body, key: "shown-once" });
  const first = await send();
  const { access_key_id, secret_access_key } = first.body;
  expect(secret_access_key).toMatch(/^[A-Za-z0-9_-]{40}$/);
  const again = await send();
  expect({ text: again.text, replayed: again.headers["idempotency-replayed"] }).toEqual({ text: first.text, replayed: "true" });
  for (const path of ["/object-storage/access-keys", `/object-storage/access-keys/${access_key_id}`]) {
    const read = await api.request("GET", path);
    expect(read.text).toContain(access_key_id);
    expect(read.text).not.toContain(secret_access_key);
  }
  const kept = await dumpOf(api);
  expect(kept).toContain(access_key_id);
  for (const form of ["utf8", "base64", "hex"] as const) {
    const text = Buffer.from(secret_access_key).toString(form).slice(0, 32);
    expect(kept).not.toContain(text);
    expect(api.log()).not.toContain(text);
  }
});

test("an error of ours is logged with its cause and request id, and answered with neither cause nor stack", async () => {
  await api.database.pool.query("ALTER TABLE vm RENAME COLUMN name TO renamed");
  const answer = await api.request("GET", "/compute/cloud-vms", { headers: { "x-request-id": "broken-request" } });
  await api.database.pool.query("ALTER TABLE vm RENAME COLUMN renamed TO name");
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({ detail: expect.stringMatching(/^Something went wrong on our side/), code: "internal", request_id: "broken-request" });
  expect(answer.text).not.toMatch(/column|select|vm|\.ts|node_modules/i);
  const line = api
    .log()
    .split("\n")
    .find((text) => text.includes("broken-request") && text.includes('"err"'));
  expect(JSON.parse(String(line))).toMatchObject({ level: 50, reqId: "broken-request", err: { message: expect.stringContaining("name") } });
});

test("every request leaves one line with its id, operation, status and time", async () => {
  await api.request("GET", "/token", { headers: { "x-request-id": "one-line-each" } });
  const lines = api
    .log()
    .split("\n")
    .filter((line) => line.includes("one-line-each"));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ reqId: "one-line-each", operation: "token.get", method: "GET", status: 200, ms: expect.any(Number), msg: "request" }),
  ]);
});

/** What is secret in a token's value: all after the part that may be shown. */
function secretOf(token: string): string {
  return token.slice(token.lastIndexOf("_") + 1 + 6);
}

/** Every row of every table, as text. */
async function dumpOf({ database: { pool } }: Api): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string | null }>(`SELECT string_agg(t::text, E'\\n') AS text FROM ${name} AS t`);
    dumps.push(`${name}\n${rows[0]?.text ?? ""}`);
  }
  return dumps.join("\n");
}
