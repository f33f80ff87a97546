// Edges, and webhooks that fail or were switched off, as operators see them.
import { addEdge } from "@fulmar/core/operator";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, nextCursor, startApi, type Tenant } from "../api-fixture.ts";
import { planOf } from "../query-plan.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
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

const HOUR_MS = 3_600_000;

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
