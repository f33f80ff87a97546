import { revokeToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

/** Two API processes on one database. */
let one: Api;
let two: Api;
beforeAll(async () => {
  one = await startApi();
  two = await startApi({ DATABASE_URL: one.databaseUrl });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

async function idOf(token: string): Promise<string> {
  return (await one.request("GET", "/token", { token })).body.token_id;
}

test("401 in every process from the first request after a token is revoked", async () => {
  const token = await one.createToken(one.tenant);
  const tokenId = await idOf(token);
  const asked = { token, workspaceId: one.tenant.workspaceId };
  for (const api of [one, two]) expect((await api.request("GET", "/token", asked)).status).toBe(200);
  await revokeToken(one.database, { tokenId });
  for (const api of [two, one]) expectError(await api.request("GET", "/token", asked), 401, "unauthenticated");
});

test("401 from the first request after a token expires", async () => {
  const token = await one.createToken(one.tenant, { expiresAt: new Date(Date.now() + 3_600_000) });
  const tokenId = await idOf(token);
  await one.database.pool.query("UPDATE api_token SET expires_at = now() - interval '1 second' WHERE token_id = $1", [
    tokenId,
  ]);
  expectError(await one.request("GET", "/token", { token }), 401, "unauthenticated");
});

test("last_used_at is recorded for accepted requests and not for refused ones", async () => {
  const lastUse = async (tokenId: string): Promise<Date | null> => {
    const { rows } = await one.database.pool.query<{ last_used_at: Date | null }>(
      "SELECT last_used_at FROM api_token WHERE token_id = $1",
      [tokenId],
    );
    return rows[0]?.last_used_at ?? null;
  };
  const used = await one.createToken(one.tenant);
  const startedAt = Date.now();
  const tokenId = await idOf(used);
  await expect.poll(() => lastUse(tokenId)).not.toBeNull();
  expect((await lastUse(tokenId))?.getTime()).toBeGreaterThanOrEqual(startedAt);

  const revoked = await one.createToken(one.tenant);
  const { rows } = await one.database.pool.query<{ token_id: string }>(
    "UPDATE api_token SET revoked_at = now() WHERE token_id > $1 RETURNING token_id",
    [tokenId],
  );
  const revokedId = String(rows[0]?.token_id);
  expectError(await one.request("GET", "/token", { token: revoked }), 401, "unauthenticated");
  const next = await one.createToken(one.tenant);
  const nextId = await idOf(next);
  await expect.poll(() => lastUse(nextId)).not.toBeNull();
  expect(await lastUse(revokedId)).toBeNull();
});
