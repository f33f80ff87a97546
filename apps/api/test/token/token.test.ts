import { loadConfiguration } from "@fulmar/config";
import { createCore } from "@fulmar/core";
import { createToken } from "@fulmar/core/operator";
import { createPerson } from "@fulmar/testkit";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("200: GET /token returns the token's record, without its value and for any scope", async () => {
  const { organizationId, workspaceId } = api.tenant;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { tokenId, token } = await createToken(api.database, {
    organizationId,
    name: "Deploy bot",
    scopes: ["cdn.read"],
    workspacePolicy: "specific_workspaces",
    workspaceIds: [BigInt(workspaceId)],
    expiresAt,
    environment: "development",
  });
  const answer = await api.request("GET", "/token", { token });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    token_id: tokenId,
    name: "Deploy bot",
    prefix: token.slice(0, 18),
    scopes: ["cdn.read"],
    workspace_policy: "specific_workspaces",
    workspace_ids: [workspaceId],
    allowed_ip_ranges: [],
    guard: "none",
    max_deletions_per_hour: null,
    max_added_cost_per_hour: null,
    max_resources_per_hour: null,
    expires_at: expiresAt.toISOString(),
    last_used_at: null,
  });
});

test("200: a token of the entire organization lists no workspaces; last_used_at appears after use", async () => {
  const read = () => api.request("GET", "/token");
  expect((await read()).body).toMatchObject({
    workspace_policy: "entire_organization",
    workspace_ids: [],
    expires_at: null,
  });
  await expect.poll(async () => (await read()).body.last_used_at).toMatch(/^\d{4}-.*Z$/);
});

test("401 without a token; 403 in a workspace that the token may not use", async () => {
  expect((await api.request("GET", "/token", { token: null })).status).toBe(401);
  const confined = await api.createToken(api.tenant, { workspaceIds: [api.tenant.otherWorkspaceId] });
  expect((await api.request("GET", "/token", { token: confined })).status).toBe(403);
});

test("403 token_required for a console user", async () => {
  const { database, databaseUrl, tenant } = api;
  const configuration = loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_SECRET: "s".repeat(32) });
  const { core, close } = createCore({ database, configuration, logger: pino({ level: "silent" }) });
  const userId = await createPerson(database, {
    email: "viewer@example.com",
    name: "Viewer",
    password: "long enough",
  });
  await database.prisma.member.create({
    data: { organization_id: tenant.organizationId, user_id: userId, role: "viewer" },
  });
  const envelope = {
    requestId: "req_test",
    sourceIp: undefined,
    idempotencyKey: undefined,
    signal: new AbortController().signal,
  };
  const asked = core.execute("token.get", { kind: "session", userId }, { workspace_id: tenant.workspaceId }, envelope);
  await expect(asked).rejects.toMatchObject({ kind: "forbidden", code: "token_required" });
  await close();
});
