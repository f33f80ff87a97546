import { ALL_SCOPES } from "@fulmar/contract";
import { resealStoredValues } from "@fulmar/core/operator";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = "https://hooks.example.com/fulmar";
const make = (name: string, body: object = {}) => api.request("POST", "/webhooks", { body: { name, url, ...body } });

describe("POST /webhooks", () => {
  test("201: the record with its defaults, and the secret, which no other answer shows", async () => {
    const { status, body } = await make("first");
    expect(status).toBe(201);
    const { secret, ...record } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(record).toEqual({
      webhook_id: expect.stringMatching(/^whk_/),
      name: "first",
      description: "",
      url,
      event_types: ["*"],
      event_scopes: ALL_SCOPES.filter((scope) => scope.endsWith(".read")),
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      old_secret_until: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await api.request("GET", `/webhooks/${record.webhook_id}`)).body).toEqual(record);
    expect((await api.request("GET", "/webhooks", { query: { name: "first" } })).body).toEqual([record]);
    const stored = await api.database.pool.query("SELECT sealed_secret FROM webhook WHERE name = 'first'");
    expect(stored.rows[0].sealed_secret.toString("utf8")).not.toContain(secret);
  });

  test("a replay shows the secret as long as it signs", async () => {
    const request = { key: "webhook-once", body: { name: "once", url } };
    const made = await api.request("POST", "/webhooks", request);
    expect((await api.request("POST", "/webhooks", request)).body.secret).toBe(made.body.secret);
    for (const _ of [1, 2]) await api.request("POST", `/webhooks/${made.body.webhook_id}/rotate`);
    expectError(await api.request("POST", "/webhooks", request), 409, "secret_gone");
  });

  test.each([
    "http://hooks.example.com",
    "https://127.0.0.1/hook",
    "https://2130706433/hook",
    "https://10.1.2.3",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1",
    "https://224.0.0.1",
    "https://[::1]",
    "https://[::ffff:192.168.0.1]",
    "https://[fd00::1]",
    "https://[fe80::1]",
    "https://user:password@hooks.example.com",
    "https://hooks.example.com/#part",
    "ftp://hooks.example.com",
    "https://",
  ])("400: %s", async (refused) => {
    const response = await make("refused", { url: refused });
    expectError(response, 400, "invalid_request");
    expect(response.body.errors[0].field).toBe("url");
  });

  test.each([["cloud_wm.*"], ["bucket.eaten"], ["*.created"], ["bucket"]])("400: a filter for %s", async (pattern) => {
    expectError(await make("refused", { event_types: [pattern] }), 400, "invalid_request");
  });

  test("409: a name that is taken, and one more than 50", async () => {
    await make("taken");
    expectError(await make("taken"), 409, "name_taken");
    const { token, workspaceId } = await api.createTenant();
    const create = (number: number) =>
      api.request("POST", "/webhooks", { token, workspaceId, body: { name: `hook ${number}`, url } });
    const answers = await Promise.all(Array.from({ length: 53 }, (_, number) => create(number)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expectError(refused, 409, "too_many_webhooks");
  });
});

describe("PATCH /webhooks/{webhook_id}", () => {
  test("200: switched off and on", async () => {
    const { webhook_id } = (await make("switched")).body;
    const off = await api.request("PATCH", `/webhooks/${webhook_id}`, { body: { enabled: false } });
    expect(off.body).toMatchObject({ enabled: false, disabled_reason: null, disabled_at: expect.any(String) });
    expectError(await api.request("POST", `/webhooks/${webhook_id}/test`), 409, "webhook_disabled");
    const on = await api.request("PATCH", `/webhooks/${webhook_id}`, { body: { enabled: true } });
    expect(on.body).toMatchObject({ enabled: true, disabled_at: null });
  });

  test("403: a token does not send itself events that it may not list", async () => {
    const { webhook_id } = (await make("guarded")).body;
    const token = await api.createToken(api.tenant, { scopes: ["webhook.write", "vm.read"] });
    const change = (body: object) => api.request("PATCH", `/webhooks/${webhook_id}`, { token, body });
    for (const body of [{ url: "https://elsewhere.example" }, { event_types: ["*"] }, { enabled: true }])
      expectError(await change(body), 403, "scope_missing");
    expect((await change({ name: "guarded still", enabled: false })).status).toBe(200);
    const own = await api.request("POST", "/webhooks", { token, body: { name: "own", url } });
    expect(own.body.event_scopes).toEqual(["vm.read"]);
  });
});

test("deliveries of a family are for those who may read it", async () => {
  const { webhook_id } = (await make("families")).body;
  const [delivery_id] = await insertDelivery(webhook_id, "vm.read");
  const token = await api.createToken(api.tenant, { scopes: ["webhook.read"] });
  const path = `/webhooks/${webhook_id}/deliveries`;
  expect((await api.request("GET", path, { token })).body).toEqual([]);
  expectError(await api.request("GET", `${path}/${delivery_id}`, { token }), 404, "not_found");
  expect((await api.request("GET", `${path}/${delivery_id}`)).body).toMatchObject({ delivery_id, attempts: [] });
});

async function insertDelivery(webhookId: string, scope: string): Promise<[string]> {
  const id = `whd_${"0".repeat(26)}`;
  await api.database.pool.query(
    `INSERT INTO webhook_delivery (delivery_id, workspace_id, webhook_id, lane, type, scope, body, status)
     VALUES ($1, $2, $3, $1, 'cloud_vm.created', $4, '{}', 'delivered')`,
    [id, api.tenant.workspaceId, webhookId, scope],
  );
  return [id];
}

test("ids of another workspace are absent", async () => {
  const fixture = new ExampleFixture(api, api.tenant);
  const { webhook_id } = await fixture.make("webhook.create", { body: { name: "mine", url } });
  const { delivery_id } = await fixture.make("webhook.test", { params: { webhook_id } });
  const { token, workspaceId } = await api.createTenant();
  const own = (await api.request("POST", "/webhooks", { token, workspaceId, body: { name: "own", url } })).body;
  const foreign = `/webhooks/${webhook_id}`;
  for (const [method, path] of [
    ["GET", foreign],
    ["PATCH", foreign],
    ["DELETE", foreign],
    ["POST", `${foreign}/rotate`],
    ["POST", `${foreign}/test`],
    ["GET", `${foreign}/deliveries`],
    ["GET", `${foreign}/deliveries/${delivery_id}`],
    ["POST", `${foreign}/deliveries/${delivery_id}/resend`],
    ["GET", `/webhooks/${own.webhook_id}/deliveries/${delivery_id}`],
    ["POST", `/webhooks/${own.webhook_id}/deliveries/${delivery_id}/resend`],
  ] as const)
    expectError(
      await api.request(method, path, { token, workspaceId, ...(method === "PATCH" && { body: { name: "x" } }) }),
      404,
      "not_found",
    );
});

test("a new secret of the installation seals the secrets of webhooks, old ones too", async () => {
  const { webhook_id } = (await make("sealed")).body;
  await api.request("POST", `/webhooks/${webhook_id}/rotate`);
  const FORMER = "a secret of tests, long enough to be one";
  const NEXT = "the next secret of an installation!!";
  const { count } = (
    await api.database.pool.query("SELECT count(*)::int, count(old_sealed_secret)::int AS old FROM webhook")
  ).rows[0];
  const resealed = await resealStoredValues(api.database, { secrets: [NEXT, FORMER] });
  expect(resealed.webhookSecrets).toBeGreaterThan(count);
  const next = await startApi({ DATABASE_URL: api.databaseUrl, FULMAR_SECRET: NEXT });
  const { token, workspaceId } = api.tenant;
  const rotated = await next.request("POST", `/webhooks/${webhook_id}/rotate`, { token, workspaceId });
  expect(() => new Webhook(rotated.body.secret)).not.toThrow();
  const back = await resealStoredValues(api.database, { secrets: [FORMER, NEXT] });
  expect(back.webhookSecrets).toBe(resealed.webhookSecrets);
  await next.close();
});
