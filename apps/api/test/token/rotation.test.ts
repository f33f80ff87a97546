import { createToken, revokeToken, rotateToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const DAY = 86_400;

async function newToken(expiresAt: Date | null = null) {
  const { organizationId } = api.tenant;
  const all = {
    scopes: ["vm.read"],
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    allowedIpRanges: ["127.0.0.0/8"],
  } as const;
  return createToken(api.database, {
    ...all,
    organizationId,
    name: "rotated",
    expiresAt,
    environment: "development",
  });
}

function rotate(tokenId: string, overlapSeconds: number, replaces?: string) {
  const { organizationId } = api.tenant;
  return rotateToken(api.database, {
    tokenId,
    organizationId,
    overlapSeconds,
    replaces,
    environment: "development",
  });
}

async function statusesOf(...tokens: string[]) {
  return Promise.all(tokens.map(async (token) => (await api.request("GET", "/token", { token })).status));
}

test("old and new value are valid until old_until; then the old one is refused with 401", async () => {
  const { token: old, tokenId } = await newToken();
  const { token } = await rotate(tokenId, DAY);
  const [byOld, byNew] = await Promise.all([old, token].map((value) => api.request("GET", "/token", { token: value })));
  expect([byOld?.status, byNew?.status]).toEqual([200, 200]);
  expect(byOld?.body).toMatchObject({
    token_id: tokenId,
    scopes: ["vm.read"],
    allowed_ip_ranges: ["127.0.0.0/8"],
    prefix: token.slice(0, 18),
  });
  await api.database.pool.query(
    "UPDATE api_token SET old_until = now() - interval '1 millisecond' WHERE token_id = $1",
    [tokenId],
  );
  expectError(await api.request("GET", "/token", { token: old }), 401, "unauthenticated");
  expect(await statusesOf(token)).toEqual([200]);
});

test("401 for the old value at once without overlap", async () => {
  const { token: old, tokenId } = await newToken();
  const { token } = await rotate(tokenId, 0);
  expect(await statusesOf(old, token)).toEqual([401, 200]);
});

test("rotating again ends the oldest value: at most two are valid", async () => {
  const { token: first, tokenId } = await newToken();
  const { token: second } = await rotate(tokenId, DAY);
  const { token: third } = await rotate(tokenId, DAY);
  expect(await statusesOf(first, second, third)).toEqual([401, 200, 200]);
});

test("one of two concurrent rotations that replace the same value succeeds", async () => {
  const { token: old, tokenId } = await newToken();
  const outcomes = await Promise.allSettled([1, 2].map(() => rotate(tokenId, DAY, old.slice(0, 18))));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "token_rotated_meanwhile" },
  });
  expect(await statusesOf(old)).toEqual([200]);
  expect(
    await api.database.prisma.auditEvent.count({ where: { resource_id: tokenId, action: "apiToken.rotate" } }),
  ).toBe(1);
});

test("after five concurrent rotations the last two values are valid", async () => {
  const { token: old, tokenId } = await newToken();
  const made = await Promise.all(Array.from({ length: 5 }, () => rotate(tokenId, DAY)));
  const statuses = await statusesOf(...made.map(({ token }) => token));
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(await statusesOf(old)).toEqual([401]);
});

test("revoking a token ends both its values", async () => {
  const { token: old, tokenId } = await newToken();
  const { token } = await rotate(tokenId, DAY);
  await revokeToken(api.database, { tokenId });
  expect(await statusesOf(old, token)).toEqual([401, 401]);
  await expect(rotate(tokenId, 0)).rejects.toMatchObject({ kind: "not_found" });
});

test("an old value expires with its token, and an expired token cannot be rotated", async () => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { token: old, tokenId } = await newToken(expiresAt);
  expect((await rotate(tokenId, DAY)).oldUntil).toEqual(expiresAt);
  await api.database.pool.query("UPDATE api_token SET expires_at = now() - interval '1 second' WHERE token_id = $1", [
    tokenId,
  ]);
  expect(await statusesOf(old)).toEqual([401]);
  await expect(rotate(tokenId, DAY)).rejects.toMatchObject({ code: "token_expired" });
});

test("an expiry is set on a token that was never rotated, and on one whose old value is still valid", async () => {
  const { token: old, tokenId } = await newToken();
  const expiring = async (ms: number) => {
    const expires_at = new Date(Date.now() + ms).toISOString();
    const { status, text, body } = await api.request("PATCH", `/tokens/${tokenId}`, { body: { expires_at } });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ expires_at });
    return body;
  };
  expect((await expiring(3_600_000)).old_value).toBeNull();
  await rotate(tokenId, DAY);
  const { expires_at, old_value } = await expiring(60_000);
  expect(old_value.until).toBe(expires_at);
  expect(await statusesOf(old)).toEqual([200]);
});

test("old_used_at records the use of an old value", async () => {
  const { token: old, tokenId } = await newToken();
  const { token } = await rotate(tokenId, DAY);
  const row = () => api.database.prisma.apiToken.findUniqueOrThrow({ where: { token_id: tokenId } });
  await statusesOf(token);
  await expect.poll(async () => (await row()).last_used_at).not.toBeNull();
  expect((await row()).old_used_at).toBeNull();
  await statusesOf(old);
  await expect.poll(async () => (await row()).old_used_at).not.toBeNull();
});
