// Edges, and webhooks that were switched off, as operators see them.
import { addEdge } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
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
