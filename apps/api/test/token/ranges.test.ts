import { createToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

/**
 * Processes on one database: one behind a trusted proxy, and one that allows a burst of two requests and then one per
 * second.
 */
let api: Api;
let proxied: Api;
let hurried: Api;
beforeAll(async () => {
  api = await startApi();
  proxied = await startApi({ DATABASE_URL: api.databaseUrl, FULMAR_TRUSTED_PROXIES: "10.0.0.0/8" });
  hurried = await startApi({ DATABASE_URL: api.databaseUrl, FULMAR_RATE_LIMIT: "1", FULMAR_RATE_BURST: "2" });
});
afterAll(async () => {
  await hurried.close();
  await proxied.close();
  await api.close();
});

async function tokenFor(...allowedIpRanges: string[]) {
  const { organizationId } = api.tenant;
  const all = {
    scopes: ["vm.read", "object-storage.write"],
    workspacePolicy: "entire_organization",
    workspaceIds: [],
  } as const;
  return createToken(api.database, {
    ...all,
    organizationId,
    name: "ranges",
    expiresAt: null,
    environment: "development",
    allowedIpRanges,
  });
}

function ask(
  token: string,
  remoteAddress: string,
  { by = api, forwardedFor, method = "GET", path = "/token" } = {} as Asked,
) {
  return by.inject({
    method,
    url: `/v1${path}?workspace_id=${api.tenant.workspaceId}`,
    remoteAddress,
    headers: { authorization: `Bearer ${token}`, ...(forwardedFor && { "x-forwarded-for": forwardedFor }) },
    ...(method === "POST" && { payload: { name: "from-elsewhere", region: "eu-central-1" } }),
  });
}
interface Asked {
  by?: Api;
  forwardedFor?: string;
  method?: "GET" | "POST";
  path?: string;
}

test.each([
  ["203.0.113.9", 200],
  ["::ffff:203.0.113.9", 200],
  ["203.0.114.9", 403],
  ["2001:db8::7", 200],
  ["2001:db9::7", 403],
])("a request from %s answers %i", async (address, status) => {
  const { token } = await tokenFor("203.0.113.0/24", "2001:db8::/32");
  const answer = await ask(token, address);
  if (status === 200) expect(answer.body.allowed_ip_ranges).toEqual(["203.0.113.0/24", "2001:db8::/32"]);
  else expectError(answer, 403, "address_not_allowed");
});

test("200 from any address for a token without IP ranges", async () => {
  const { token } = await tokenFor();
  expect((await ask(token, "198.51.100.1")).body.allowed_ip_ranges).toEqual([]);
});

test("403 from the first request after the ranges change", async () => {
  const { token, tokenId } = await tokenFor("203.0.113.0/24");
  expect((await ask(token, "203.0.113.9")).status).toBe(200);
  await api.database.pool.query("UPDATE api_token SET allowed_ip_ranges = '{198.51.100.1/32}' WHERE token_id = $1", [
    tokenId,
  ]);
  expectError(await ask(token, "203.0.113.9"), 403, "address_not_allowed");
});

test("X-Forwarded-For is believed only from a trusted proxy, and only its last foreign address", async () => {
  const { token } = await tokenFor("203.0.113.0/24");
  expectError(await ask(token, "10.0.0.1", { forwardedFor: "203.0.113.9" }), 403, "address_not_allowed");
  expect((await ask(token, "10.0.0.1", { by: proxied, forwardedFor: "203.0.113.9" })).status).toBe(200);
  // The last address that was not written by a trusted proxy is the caller's. Addresses before it may be forged.
  expectError(
    await ask(token, "10.0.0.1", { by: proxied, forwardedFor: "203.0.113.9, 198.51.100.1" }),
    403,
    "address_not_allowed",
  );
  expectError(
    await ask(token, "198.51.100.1", { by: proxied, forwardedFor: "203.0.113.9" }),
    403,
    "address_not_allowed",
  );
  expectError(await ask(token, "10.0.0.1", { by: proxied, forwardedFor: "nonsense" }), 403, "address_not_allowed");
});

test("requests from a forbidden address do not use the token's rate limit", async () => {
  const { token } = await tokenFor("203.0.113.0/24");
  const burst = (address: string) => ask(token, address, { by: hurried });
  const refused = await Promise.all(Array.from({ length: 40 }, () => burst("198.51.100.1")));
  expect(refused.map(({ status }) => status)).toContain(429);
  expect((await burst("203.0.113.9")).status).toBe(200);
});

test("a change from a forbidden address is audited and sets refused_ip, not last_used_ip", async () => {
  const { token, tokenId } = await tokenFor("203.0.113.0/24");
  expectError(
    await ask(token, "198.51.100.1", { method: "POST", path: "/object-storage/buckets" }),
    403,
    "address_not_allowed",
  );
  const event = await api.database.prisma.auditEvent.findFirstOrThrow({ where: { actor_id: tokenId } });
  expect(event).toMatchObject({ action: "bucket.create", result: 403, source_ip: "198.51.100.1" });
  const row = () => api.database.prisma.apiToken.findUniqueOrThrow({ where: { token_id: tokenId } });
  await expect.poll(async () => (await row()).refused_ip).toBe("198.51.100.1");
  expect(await row()).toMatchObject({ last_used_at: null, last_used_ip: null });
  await ask(token, "203.0.113.9");
  await expect.poll(async () => (await row()).last_used_ip).toBe("203.0.113.9");
  expect((await row()).refused_ip).toBe("198.51.100.1");
});
