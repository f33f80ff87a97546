import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, type RequestOptions, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

const BURST = 5;
/** More requests than a token gains while they are sent, even on a slow machine. */
const MANY = 100;

let api: Api;
beforeAll(async () => {
  api = await startApi({ FULMAR_RATE_LIMIT: "1", FULMAR_RATE_BURST: String(BURST) });
});
afterAll(() => api.close());

/** The answers to a token's requests up to and including the first refusal. */
async function untilRefused(
  token: string,
  path: string,
  options: RequestOptions = {},
): Promise<{ granted: ApiResponse[]; refused: ApiResponse }> {
  const granted: ApiResponse[] = [];
  while (granted.length < MANY) {
    const answer = await api.request("GET", path, { token, ...options });
    if (answer.status === 429) return { granted, refused: answer };
    granted.push(answer);
  }
  throw new Error(`${MANY} requests were let in`);
}

test("429 rate_limited with Retry-After after the burst; 200 after waiting; headers show what is left", async () => {
  const { granted, refused } = await untilRefused(api.tenant.token, "/token");
  expect(granted.length).toBeGreaterThanOrEqual(BURST);
  for (const { status, headers } of granted) {
    expect(status).toBe(200);
    expect(headers["ratelimit-policy"]).toBe('"default";q=5;w=5');
    expect(headers.ratelimit).toMatch(/^"default";r=[0-4];t=[0-5]$/);
  }
  expectError(refused, 429, "rate_limited");
  expect(refused.headers).toMatchObject({
    "retry-after": "1",
    "ratelimit-policy": '"default";q=5;w=5',
    ratelimit: expect.stringMatching(/^"default";r=0;t=[1-5]$/),
  });
  await expect.poll(async () => (await api.request("GET", "/token")).status).toBe(200);
});

test("each token has its own burst", async () => {
  const other = await api.createToken(api.tenant);
  await untilRefused(await api.createToken(api.tenant), "/token");
  expect((await api.request("GET", "/token", { token: other })).status).toBe(200);
});

test("an organization has five times the rate of a token, however many tokens it has", async () => {
  const tenant = await api.createTenant();
  const { workspaceId } = tenant;
  const refusals: string[] = [];
  let granted = 0;
  while (!refusals.some((detail) => detail.startsWith("Too many requests of this organization"))) {
    const answers = await untilRefused(await api.createToken(tenant), "/token", { workspaceId });
    refusals.push(answers.refused.body.detail);
    granted += answers.granted.length;
    expect(granted).toBeLessThan(MANY);
  }
  expect(granted).toBeGreaterThanOrEqual(5 * BURST);
  const other = await api.createTenant();
  expect((await api.request("GET", "/token", { token: other.token, workspaceId: other.workspaceId })).status).toBe(200);
});

test("429 is answered after 401 but before 400 and 403, and refused requests count", async () => {
  const token = await api.createToken(api.tenant, { scopes: ["cdn.read"] });
  const { granted } = await untilRefused(token, "/compute/cloud-vms");
  for (const answer of granted) expectError(answer, 403, "scope_missing");
  const { refused } = await untilRefused(token, "/compute/cloud-vms", { workspaceId: "abc" });
  expectError(refused, 429, "rate_limited");
  expectError(await api.request("GET", "/compute/cloud-vms", { token: "unknown" }), 401, "unauthenticated");
});
