import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api-fixture.ts";
import { expectError } from "./expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi({ FULMAR_RATE_LIMIT: "1", FULMAR_RATE_BURST: "5" });
});
afterAll(() => api.close());

test("a token has its burst, is told what is left, and is then refused with 429 until it has waited", async () => {
  for (const left of [4, 3, 2, 1, 0]) {
    const { status, headers } = await api.request("GET", "/token");
    expect(status).toBe(200);
    expect(headers["ratelimit-policy"]).toBe('"default";q=5;w=5');
    expect(headers.ratelimit).toMatch(new RegExp(`^"default";r=${left};t=[0-5]$`));
  }
  const refused = await api.request("GET", "/token");
  expectError(refused, 429, "rate_limited");
  expect(refused.headers).toMatchObject({
    "retry-after": "1",
    "ratelimit-policy": '"default";q=5;w=5',
    ratelimit: expect.stringMatching(/^"default";r=0;t=[1-5]$/),
  });
  await expect.poll(async () => (await api.request("GET", "/token")).status, { timeout: 5_000 }).toBe(200);
});

test("each token has a burst of its own", async () => {
  const token = await api.createToken(api.tenant);
  const other = await api.createToken(api.tenant);
  for (let sent = 0; sent < 5; sent++) expect((await api.request("GET", "/token", { token })).status).toBe(200);
  expect((await api.request("GET", "/token", { token })).status).toBe(429);
  expect((await api.request("GET", "/token", { token: other })).status).toBe(200);
});

test("429 comes after 401 and before everything else; refused requests count too", async () => {
  const token = await api.createToken(api.tenant, { scopes: ["cdn.read"] });
  for (let sent = 0; sent < 5; sent++) expectError(await api.request("GET", "/compute/cloud-vms", { token }), 403, "scope_missing");
  expectError(await api.request("POST", "/compute/cloud-vms", { token, rawBody: "{", workspaceId: "abc" }), 429, "rate_limited");
  expectError(await api.request("GET", "/compute/cloud-vms", { token: "unknown" }), 401, "unauthenticated");
});
