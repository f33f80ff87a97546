// Edges, which operators add, change and remove, and webhooks that fail or were switched off, as operators see them.
import { randomUUID } from "node:crypto";
import { addEdge } from "@fulmar/core/operator";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, nextCursor, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { planOf } from "../query-plan.ts";
import { OperatorFixture } from "./operator-fixture.ts";

const HOUR_MS = 3_600_000;

let api: Api;
let fixture: OperatorFixture;
let port: number;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
  ({ port } = await api.listen());
});
afterAll(() => api.close());

test("operators see an edge before and after it reports, and no token of it", async () => {
  const { edgeId, token } = await addEdge(api.database, { name: "front-1", site_id: "site-ams-1", serves_cdn: true });
  const shown = async () => {
    const { body, text } = await fixture.send("operatorEdge.list", {});
    expect(text).not.toContain(token);
    return body.find(({ edge_id }: { edge_id: string }) => edge_id === edgeId);
  };
  expect(await shown()).toMatchObject({ name: "front-1", state: "waiting", seen_at: null, line_gbits: 100 });
  const reported = (seen_at: Date) =>
    api.database.prisma.edge.update({ where: { edge_id: edgeId }, data: { enrolled_at: seen_at, seen_at } });
  await reported(new Date());
  expect(await shown()).toMatchObject({ state: "connected" });
  await reported(new Date(Date.now() - 60_000));
  expect(await shown()).toMatchObject({ state: "away" });
});

const newEdge = (more: object = {}) => ({ name: `edge-${randomUUID()}`, site_id: "site-ams-1", ...more });

/** Whether an agent can exchange the token for a credential. */
async function enrolls(token: unknown): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/edge/v1/enrollment`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, hostname: "front-1" }),
  });
  return response.status;
}

const report = (edge_id: string, seen_at = new Date()) =>
  api.database.prisma.edge.update({ where: { edge_id }, data: { enrolled_at: seen_at, seen_at } });

test("an edge that is added answers its token once; a new one ends it, and each can be used once", async () => {
  const key = randomUUID();
  const wanted = newEdge({ serves_cdn: true });
  const { status, body: made } = await fixture.send("operatorEdge.create", wanted, { key });
  expect(status).toBe(201);
  expect(made).toMatchObject({
    ...wanted,
    ...{ state: "waiting", line_gbits: 100, token: expect.stringMatching(/^fet_[A-Za-z0-9_-]{43}$/) },
  });
  expect(Date.parse(String(made.token_expires_at))).toBeGreaterThan(Date.now() + 23 * HOUR_MS);
  const { edge_id } = made;
  const again = await fixture.send("operatorEdge.create", wanted, { key });
  expect(again.body.token).toBe(made.token);
  const { text } = await fixture.send("operatorEdge.get", { edge_id });
  expect(text).not.toContain(made.token);

  const { body: renewed } = await fixture.send("operatorEdge.renewToken", { edge_id });
  expect(renewed.token).not.toBe(made.token);
  expectError(await fixture.send("operatorEdge.create", wanted, { key }), 409, "secret_gone");
  expect([await enrolls(made.token), await enrolls(renewed.token), await enrolls(renewed.token)]).toEqual([
    ...[401, 200, 401],
  ]);
  expect((await fixture.send("operatorEdge.get", { edge_id })).body).toMatchObject({
    ...{ token_expires_at: null, hostname: "front-1", state: "away" },
  });
  const { rows } = await api.database.pool.query<{ text: string }>(
    "SELECT e::text AS text FROM operator_event e UNION ALL SELECT k::text FROM user_idempotency_key k",
  );
  for (const { token } of [made, renewed]) expect(rows.filter((row) => row.text.includes(token))).toEqual([]);
});

test("a plan of an edge makes no edge and shows no token", async () => {
  const wanted = newEdge();
  const { body, text } = await fixture.send("operatorEdge.create", wanted, { query: { dry_run: "true" } });
  expect(body.changes).toMatchObject([{ action: "create", resource_type: "edge", name: wanted.name }]);
  expect(text).not.toContain("fet_");
  expect((await fixture.send("operatorEdge.list", {})).text).not.toContain(wanted.name);
});

test("a line is changed, and an edge has a site and a name of its own", async () => {
  const wanted = newEdge();
  const { edge_id } = await fixture.made("operatorEdge.create", wanted);
  const planned = await fixture.send(
    "operatorEdge.update",
    { edge_id: String(edge_id), line_gbits: 400 },
    { query: { dry_run: "true" } },
  );
  expect(planned.body.changes).toMatchObject([{ action: "update", id: edge_id }]);
  expect(await fixture.made("operatorEdge.update", { edge_id, line_gbits: 400 })).toMatchObject({ line_gbits: 400 });
  expectError(await fixture.send("operatorEdge.create", wanted), 409, "name_taken");
  for (const [more, field] of [
    [{ site_id: "site-none" }, "site_id"],
    [{ line_gbits: 0 }, "line_gbits"],
    [{ line_gbits: 0.5 }, "line_gbits"],
    [{ line_gbits: 100_001 }, "line_gbits"],
    [{ name: " front" }, "name"],
  ] as const) {
    const refused = await fixture.send("operatorEdge.create", newEdge(more));
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toMatchObject([{ field }]);
  }
});

test("an edge that alone serves something is removed by force only, or once another one serves it", async () => {
  const site_id = "site-fra-1";
  const body = { name: `lb-${randomUUID()}`, site_id };
  const made = async (more: object = {}) =>
    String((await fixture.made("operatorEdge.create", newEdge({ site_id, ...more }))).edge_id);
  const first = await made();
  const balancer = await api.request("POST", "/load-balancers", { body });
  expect(balancer.status, balancer.text).toBe(201);
  const remove = (edge_id: string, more: object = {}, options = {}) =>
    fixture.send("operatorEdge.remove", { edge_id, reason: "Its host is replaced.", ...more }, options);

  // An edge whose agent has never come serves nothing.
  const waiting = await made();
  expect((await remove(waiting)).body).toEqual({ edge_id: waiting });

  await report(first);
  const refused = await remove(first);
  expectError(refused, 409, "edge_in_use");
  expect(refused.body.blockers).toEqual([
    { type: "load_balancer", id: balancer.body.load_balancer_id, name: body.name },
  ]);
  const second = await made();
  await report(second, new Date(Date.now() - 60_000));
  expectError(await remove(first), 409, "edge_in_use");
  await report(second);
  expect((await remove(first)).status).toBe(200);
  expect((await fixture.send("operatorEdge.get", { edge_id: first })).status).toBe(404);
  expect((await fixture.send("operatorEdge.renewToken", { edge_id: first })).status).toBe(404);

  const planned = await remove(second, { force: true }, { query: { dry_run: "true" } });
  expect(planned.body.changes).toMatchObject([{ action: "delete", resource_type: "edge", id: second }]);
  expect((await remove(second, { force: true })).status).toBe(200);
  const { rows } = await api.database.pool.query("SELECT apply_at FROM load_balancer WHERE load_balancer_id = $1", [
    balancer.body.load_balancer_id,
  ]);
  expect(rows[0].apply_at).not.toBeNull();
});

test("operators see the webhooks that were switched off, with the host of their URL alone", async () => {
  const create = async (name: string) => {
    const body = { name, url: `https://hooks.example.com/${name}?key=hidden`, event_types: ["*"] };
    const made = await api.request("POST", "/webhooks", { body });
    expect(made.status).toBe(201);
    return String(made.body.webhook_id);
  };
  const ids = [await create("first"), await create("second"), await create("works")];
  const failed = ids.slice(0, 2);
  await api.database.prisma.webhook.updateMany({
    where: { webhook_id: { in: failed } },
    data: { enabled: false, disabled_reason: "failing", disabled_at: new Date() },
  });
  const { body, text } = await fixture.send("operatorWebhook.list", {});
  expect(body.map(({ webhook_id }: { webhook_id: string }) => webhook_id)).toEqual(failed.toReversed());
  expect(body[1]).toMatchObject({ name: "first", host: "hooks.example.com", disabled_reason: "failing" });
  expect(body[1]).toMatchObject({ last_status: null, last_error: null, workspace_id: api.tenant.workspaceId });
  expect(text).not.toContain("hidden");
  const first = await fixture.send("operatorWebhook.list", { limit: 1 });
  expect(first.body).toEqual([body[0]]);
});

/** A webhook of a tenant, with deliveries that were first tried so many hours ago. */
async function failingWebhook(tenant: Tenant, name: string, ...hours: readonly number[]): Promise<string> {
  const body = { name, url: `https://${name}.example.com/hook?key=hidden`, event_types: ["*"] };
  const { webhook_id } = (await api.request("POST", "/webhooks", { ...tenant, body })).body;
  const workspace_id = BigInt(tenant.workspaceId);
  for (const [index, ago] of hours.entries()) {
    const delivery = { workspace_id, webhook_id, delivery_id: `whd_${name}${index}` };
    const first_attempt_at = new Date(Date.now() - ago * HOUR_MS);
    await api.database.prisma.webhookDelivery.create({
      data: { ...delivery, lane: name, type: "a", scope: "a", body: "{}", attempt_count: 2, first_attempt_at },
    });
    for (const status of [500, 503])
      await api.database.prisma.webhookAttempt.create({
        data: {
          ...{ ...delivery, at: first_attempt_at, duration_ms: 1, url: body.url, request_headers: {}, status },
          ...{ response_headers: {}, response_body: "hidden", error: `The receiver answered ${status}.` },
        },
      });
  }
  return webhook_id;
}

test("operators see the webhooks that fail and are not switched off yet, until when, and no more of their URL", async () => {
  const { tenant } = api;
  const other = await api.createTenant();
  const old = await failingWebhook(tenant, "old", 70, 2);
  const young = await failingWebhook(tenant, "young", 1);
  const foreign = await failingWebhook(other, "foreign", 60);
  await failingWebhook(tenant, "works");
  const ask = (input: Readonly<Record<string, unknown>> = {}) => fixture.send("operatorWebhook.failing", input);
  const idsOf = ({ body }: { body: readonly { webhook_id: string }[] }) => body.map(({ webhook_id }) => webhook_id);
  const { body, text } = await ask();
  expect(idsOf({ body })).toEqual([foreign, young, old]);
  const { failing_since, switched_off_at } = body[2];
  expect(body[2]).toMatchObject({
    ...{ name: "old", host: "old.example.com", organization_id: tenant.organizationId, attempts: 2 },
    ...{ last_status: 503, last_error: "The receiver answered 503.", next_attempt_at: null },
  });
  expect(Date.parse(switched_off_at) - Date.parse(failing_since)).toBe(72 * HOUR_MS);
  expect(text).not.toContain("hidden");
  expect(idsOf(await ask({ organization_id: tenant.organizationId }))).toEqual([young, old]);
  expect(idsOf(await ask({ switched_off_within_hours: 24 }))).toEqual([foreign, old]);
  expect(idsOf(await ask({ switched_off_within_hours: 24, limit: 1 }))).toEqual([foreign]);
  expect(idsOf(await ask({ switched_off_within_hours: 6, organization_id: other.organizationId }))).toEqual([]);
  const first = await ask({ limit: 2 });
  expect(idsOf(first)).toEqual([foreign, young]);
  expect(idsOf(await ask({ limit: 2, cursor: nextCursor(first) }))).toEqual([old]);
});

test("of a webhook with many failing deliveries the list reads one", async () => {
  const { tenant, database } = api;
  const webhook_id = await failingWebhook(tenant, "many");
  await database.pool.query(
    `INSERT INTO webhook_delivery (workspace_id, webhook_id, delivery_id, lane, type, scope, body, attempt_count,
                                   first_attempt_at)
     SELECT $1, $2, 'whd_many' || i, 'lane' || i, 'a', 'a', '{}', 1, now() FROM generate_series(1, 3000) AS i`,
    [tenant.workspaceId, webhook_id],
  );
  await database.pool.query("ANALYZE webhook_delivery");
  const record = recordStatements(api.served);
  for (const more of [{}, { organization_id: tenant.organizationId }]) {
    const { statements } = await record(() => fixture.send("operatorWebhook.failing", more));
    const statement = statements.find(({ text }) => text.includes("webhook_delivery"));
    if (statement === undefined) throw new Error("the list was not read");
    const scans = (await planOf(api.served, statement)).filter((node) => node["Relation Name"] === "webhook_delivery");
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) expect(scan["Actual Rows"], JSON.stringify(scan)).toBeLessThanOrEqual(1);
  }
});
