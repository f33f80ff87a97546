import { createToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type RequestOptions, together } from "../api-fixture.ts";
import { EVERYTHING_MS, operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { idIn, secretsOf } from "../secret-store/secret-store-fixture.ts";

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi({ FULMAR_LOG_LEVEL: "trace" });
}, ARRANGING_MS);
afterAll(() => api.close());

test("neither log nor database contains a token's value after requests and refusals of every operation", {
  timeout: EVERYTHING_MS,
}, async () => {
  const { token: production } = await createToken(api.database, {
    organizationId: api.tenant.organizationId,
    name: "production",
    scopes: ["vm.read"],
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    expiresAt: null,
    environment: "production",
  });
  const tokens = [api.tenant.token, await api.createToken(api.tenant, { scopes: ["cdn.read"] }), production];
  for (const operation of operations) {
    const request = api.own.request(operation);
    const sent: readonly RequestOptions[] = tokens.flatMap((token) => [
      { token, rawBody: `{"token":"${token}"` },
      { token, body: { ...request.body, [token]: token } },
      { token, query: { token, [token]: "1" } },
      { token, headers: { cookie: `token=${token}` } },
    ]);
    await together(sent, async (options) => void (await api.own.send(operation, request, options)));
  }
  await api.inject({
    method: "GET",
    url: `/v1/${tokens[0]}?token=${tokens[0]}`,
    headers: { authorization: `Basic ${tokens[0]}` },
  });
  const dump = await dumpOf(api);
  expect(dump.length).toBeGreaterThan(10_000);
  expect(api.log().length).toBeGreaterThan(10_000);
  for (const token of tokens) {
    expect(api.log()).not.toContain(token);
    expect(api.log()).not.toContain(secretOf(token));
    expect(dump).not.toContain(secretOf(token));
  }
});

test("an access key's secret is in neither log nor database, but a repeated idempotency key replays it", async () => {
  const body = { name: "shown-once", permission: "read_write" };
  const send = () => api.request("POST", "/object-storage/access-keys", { body, key: "shown-once" });
  const first = await send();
  const { access_key_id, secret_access_key } = first.body;
  expect(secret_access_key).toMatch(/^[A-Za-z0-9_-]{40}$/);
  const again = await send();
  expect({ text: again.text, replayed: again.headers["idempotency-replayed"] }).toEqual({
    text: first.text,
    replayed: "true",
  });
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

test("neither log nor database contains a secret's value in any encoding after reads and refusals", async () => {
  const { send, done, secret, store, value } = secretsOf(() => api);
  const texts = ["correct horse battery staple", "Ünïcødé pässphräse 😀", "short-but-secret-7f3a"];
  const own = await store();
  const known = { description: "known to everybody" };
  for (const text of texts) {
    const base64 = Buffer.from(text).toString("base64");
    const path = await secret(own, { value: text, ...known });
    await done(send("POST", `${path}/versions`, { body: { value: base64, encoding: "base64" } }));
    for (const version of ["1", "2"]) expect((await value(path, { version })).status).toBe(200);
    const { key } = (await send("GET", path)).body;
    // Refused in every possible way, with the value in the request.
    for (const body of [
      { key, value: text },
      { key: `${key}-2`, value: text, encoding: "base64" },
      { key: `${key}-3`, value: text, unknown_field: text, [text]: 1 },
      { key: text, value: text, tags: text, expires_at: text },
    ])
      expect((await send("POST", `/${own}/secrets`, { body })).status).toBeGreaterThanOrEqual(400);
    expect((await send("POST", `${path}/versions`, { body: { value: text, if_version: 1 } })).status).toBe(409);
    expect((await send("POST", `${path}/versions`, { rawBody: `{"value":"${text}"` })).status).toBe(400);
    await api.database.pool.query(
      `UPDATE secret_version SET sealed = set_byte(sealed, length(sealed) - 1,
         get_byte(sealed, length(sealed) - 1) # 1) WHERE version = 1 AND secret_id = $1`,
      [idIn(path)],
    );
    expect((await value(path, { version: "1" })).status).toBe(500);
    await done(send("DELETE", path));
  }
  const found = `${api.log()}\n${await dumpOf(api)}`.toLowerCase();
  expect(found).toContain(known.description);
  for (const text of texts) {
    const spellings = [
      text,
      JSON.stringify(text),
      encodeURIComponent(text),
      ...(["base64", "base64url", "hex"] as const).map((encoding) => Buffer.from(text).toString(encoding)),
    ];
    for (const spelling of spellings) expect(found.includes(spelling.toLowerCase()), spelling).toBe(false);
  }
});

test("500 without cause or stack; the log has both with the request id", async () => {
  await api.database.pool.query("ALTER TABLE vm RENAME COLUMN name TO renamed");
  const answer = await api.request("GET", "/compute/cloud-vms", { headers: { "x-request-id": "broken-request" } });
  await api.database.pool.query("ALTER TABLE vm RENAME COLUMN renamed TO name");
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    detail: expect.stringMatching(/^Something went wrong on our side/),
    code: "internal",
    request_id: "broken-request",
  });
  expect(answer.text).not.toMatch(/column|select|vm|\.ts|node_modules/i);
  const line = api
    .log()
    .split("\n")
    .find((text) => text.includes("broken-request") && text.includes('"err"'));
  expect(JSON.parse(String(line))).toMatchObject({
    level: 50,
    reqId: "broken-request",
    err: { message: expect.stringContaining("name") },
  });
});

test("each request writes one log line with id, operation, status and duration", async () => {
  await api.request("GET", "/token", { headers: { "x-request-id": "one-line-each" } });
  const lines = api
    .log()
    .split("\n")
    .filter((line) => line.includes("one-line-each"));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      reqId: "one-line-each",
      operation: "token.get",
      method: "GET",
      status: 200,
      ms: expect.any(Number),
      msg: "request",
    }),
  ]);
});

/** The secret part of a token: everything after the part that may be shown. */
function secretOf(token: string): string {
  return token.slice(token.lastIndexOf("_") + 1 + 6);
}

/** All rows of all tables, as text. */
async function dumpOf({ database: { pool } }: Api): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string | null }>(
      `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} AS t`,
    );
    dumps.push(`${name}\n${rows[0]?.text ?? ""}`);
  }
  return dumps.join("\n");
}
