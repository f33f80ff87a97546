// Tokens that manage tokens by the API (docs/adr/0062).
import { ALL_SCOPES, isAddressAllowed, type Scope } from "@fulmar/contract";
import { createToken } from "@fulmar/core/operator";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type RequestOptions, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Limits {
  readonly scopes: readonly Scope[];
  readonly workspace_policy: "entire_organization" | "specific_workspaces";
  readonly workspace_ids: readonly string[];
  readonly allowed_ip_ranges: readonly string[];
  readonly expires_at: string | null;
}

const WRITER: Limits = {
  scopes: ["token.read", "token.write", "vm.read"],
  workspace_policy: "entire_organization",
  workspace_ids: [],
  allowed_ip_ranges: [],
  expires_at: null,
};
const VIEW = { ...WRITER, scopes: ["vm.read"] as const };

/** Creates a token as the operator, who has no limits. */
const given = (limits: Limits) =>
  createToken(api.database, {
    organizationId: api.tenant.organizationId,
    name: "given",
    scopes: limits.scopes,
    workspacePolicy: limits.workspace_policy,
    workspaceIds: limits.workspace_ids.map(BigInt),
    allowedIpRanges: limits.allowed_ip_ranges,
    expiresAt: limits.expires_at === null ? null : new Date(limits.expires_at),
    environment: "development",
  });
const make = (token: string, limits: object, options: RequestOptions = {}) =>
  api.request("POST", "/tokens", { token, body: { name: "made", ...VIEW, ...limits }, ...options });
const work = (token: string) => api.request("GET", "/compute/plans", { token });

const ADDRESSES = ["127.0.0.1", "127.9.9.9", "10.1.2.3", "10.9.9.9", "2001:db8::1"];
const MOMENTS = ["2099-01-01T00:00:00.000Z", "2099-06-01T00:00:00.000Z"];
const SCOPES = ["token.read", "token.write", "vm.read", "vm.write"] as const;

/** @param own whether it is the maker's, which must get through the door from 127.0.0.1 in the named workspace */
const limits = (own: boolean): fc.Arbitrary<(workspaces: readonly string[]) => Limits> =>
  fc
    .record({
      scopes: fc.subarray([...SCOPES], { minLength: 1 }),
      everywhere: fc.boolean(),
      other: fc.boolean(),
      allowed_ip_ranges: fc.subarray(["127.0.0.0/8", "127.0.0.1/32", "10.0.0.0/8", "10.1.0.0/16", "2001:db8::/32"]),
      expires_at: fc.constantFrom(null, ...MOMENTS),
    })
    .map(({ everywhere, other, scopes, allowed_ip_ranges, expires_at }) => ([first = "", second = ""]) => ({
      scopes: own ? [...new Set([...scopes, "token.read" as const, "token.write" as const])] : scopes,
      workspace_policy: everywhere ? "entire_organization" : "specific_workspaces",
      workspace_ids: everywhere ? [] : other ? [first, second] : [first],
      allowed_ip_ranges:
        own && allowed_ip_ranges.length > 0 ? ["127.0.0.1/32", ...allowed_ip_ranges] : allowed_ip_ranges,
      expires_at,
    }));

/** Everything that a token may do: with which scope, in which workspace, from which address, at which time. */
function deedsOf(token: Limits, workspaces: readonly string[]): Set<string> {
  const at = (moment: string) => token.expires_at === null || moment < token.expires_at;
  const moments = ["2098-01-01T00:00:00.000Z", "2099-03-01T00:00:00.000Z", "2100-01-01T00:00:00.000Z"].filter(at);
  // The last stands for workspaces that are not made yet.
  const places = [...workspaces, "future"].filter(
    (id) => token.workspace_policy === "entire_organization" || token.workspace_ids.includes(id),
  );
  const from = ADDRESSES.filter((address) => isAddressAllowed(token.allowed_ip_ranges, address));
  return new Set(
    token.scopes.flatMap((scope) =>
      places.flatMap((place) =>
        from.flatMap((address) => moments.map((moment) => [scope, place, address, moment].join())),
      ),
    ),
  );
}

test("no token makes, changes, rotates or revokes a token that may do more than itself", {
  timeout: 120_000,
}, async () => {
  const workspaces = [api.tenant.workspaceId, api.tenant.otherWorkspaceId];
  const read = async (token_id: string) =>
    (await api.request("GET", `/tokens/${token_id}`)).body as Limits & { readonly prefix: string };
  const outcomes = { done: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(limits(true), limits(false), limits(false), async (ofMaker, ofVictim, ofAsked) => {
      const [maker, victim, asked] = [ofMaker(workspaces), ofVictim(workspaces), ofAsked(workspaces)];
      const [{ token }, { tokenId }] = [await given(maker), await given(victim)];
      const allowed = deedsOf(maker, workspaces);
      const isWithin = (limits: Limits) => [...deedsOf(limits, workspaces)].every((deed) => allowed.has(deed));

      const made = await make(token, asked);
      if (made.status === 201) expect(isWithin(await read(made.body.token_id))).toBe(true);
      else expectError(made, 403, "exceeds_own_token");

      const before = await read(tokenId);
      const { allowed_ip_ranges, expires_at } = asked;
      const path = `/tokens/${tokenId}`;
      const changed = await api.request("PATCH", path, { token, body: { allowed_ip_ranges, expires_at } });
      if (changed.status === 200) expect([before, await read(tokenId)].every(isWithin)).toBe(true);
      else expect(await read(tokenId)).toEqual(before);

      const rotated = await api.request("POST", `${path}/rotate`, { token, body: {} });
      if (rotated.status === 200) expect(isWithin(await read(tokenId))).toBe(true);
      const revoked = await api.request("DELETE", path, { token });
      if (revoked.status === 200) expect(rotated.status).toBe(200);
      else expectError(revoked, 403, "exceeds_own_token");
      for (const { status } of [made, changed, rotated, revoked]) outcomes[status < 300 ? "done" : "refused"]++;
    }),
    { numRuns: 25 },
  );
  expect(outcomes.done).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
});

describe("POST /tokens", () => {
  test("201: the record with the value, which works at once; the maker is named", async () => {
    const { token, tokenId } = await given(WRITER);
    const made = await make(token, { expires_at: "2099-01-01T00:00:00.000Z" });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...{ ...VIEW, expires_at: "2099-01-01T00:00:00.000Z" },
      name: "made",
      token: expect.stringMatching(/^svc_dev_key_/),
      created_by: null,
      created_by_token_id: tokenId,
    });
    expect((await work(made.body.token)).status).toBe(200);
    const listed = await api.request("GET", "/tokens", { token });
    expect(listed.text).not.toContain(made.body.token);
    expect(listed.body[0]).toMatchObject({ token_id: made.body.token_id });
    const [event] = (await api.request("GET", `/tokens/${made.body.token_id}`)).body.events;
    expect(event).toMatchObject({ action: "apiToken.create", actor_name: "given" });
  });

  test("403 exceeds_own_token names each field that goes further", async () => {
    const { token } = await given({ ...WRITER, expires_at: "2099-01-01T00:00:00.000Z" });
    const refused = await make(token, { scopes: ["vm.write"] });
    expectError(refused, 403, "exceeds_own_token");
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(["scopes", "expires_at"]);
  });

  test("a replay under the same key shows the value to the same token only", async () => {
    const [one, other] = [await given(WRITER), await given(WRITER)];
    const key = "a-token-of-a-token";
    const first = await make(one.token, {}, { key });
    expect((await make(one.token, {}, { key })).text).toBe(first.text);
    expectError(await make(other.token, {}, { key }), 409, "idempotency_key_reused");
  });
});

test("a token that makes others shares its rate limit with them", async () => {
  const limited = await startApi({ DATABASE_URL: api.databaseUrl, FULMAR_RATE_LIMIT: "1", FULMAR_RATE_BURST: "3" });
  try {
    const { token } = await given(WRITER);
    const ask = (value: string) =>
      limited.request("GET", "/compute/plans", { token: value, workspaceId: api.tenant.workspaceId });
    const made = await limited.request("POST", "/tokens", {
      token,
      workspaceId: api.tenant.workspaceId,
      body: { name: "made", ...VIEW },
    });
    expect(made.status).toBe(201);
    const statuses = [];
    for (const value of [token, made.body.token, made.body.token, token]) statuses.push((await ask(value)).status);
    expect(statuses).toContain(429);
  } finally {
    await limited.close();
  }
});

test("revoking a token ends the tokens that it made and rotated, unless they are kept", async () => {
  for (const keep of [false, true]) {
    const [{ token, tokenId }, rotated] = [await given(WRITER), await given(VIEW)];
    const child = await make(token, WRITER);
    const grandchild = await make(child.body.token, {});
    const turned = await api.request("POST", `/tokens/${rotated.tokenId}/rotate`, { token, body: {} });
    expect((await api.request("GET", `/tokens/${tokenId}`)).body.tokens).toBe(3);
    const answer = await api.request("DELETE", `/tokens/${tokenId}`, { query: { keep_credentials: String(keep) } });
    expect(answer.body).toEqual({ token_id: tokenId });
    expect((await work(token)).status).toBe(401);
    for (const value of [child.body.token, grandchild.body.token, turned.body.token])
      expect((await work(value)).status).toBe(keep ? 200 : 401);
  }
});

test("a token may rotate and revoke itself, and narrow itself, but not widen itself", async () => {
  const { token, tokenId } = await given({ ...WRITER, expires_at: "2099-01-01T00:00:00.000Z" });
  const change = (body: object) => api.request("PATCH", `/tokens/${tokenId}`, { token: rotated.body.token, body });
  const rotated = await api.request("POST", `/tokens/${tokenId}/rotate`, { token, body: { overlap: "now" } });
  expect(rotated.status).toBe(200);
  expect((await work(token)).status).toBe(401);
  expectError(await change({ expires_at: null }), 403, "exceeds_own_token");
  expect((await change({ expires_at: "2098-01-01T00:00:00.000Z", allowed_ip_ranges: ["127.0.0.0/8"] })).status).toBe(
    200,
  );
  expect((await api.request("DELETE", `/tokens/${tokenId}`, { token: rotated.body.token })).status).toBe(200);
  expect((await work(rotated.body.token)).status).toBe(401);
});

test("404 for a token of another organization, 403 without the scope", async () => {
  const foreign = await api.createTenant();
  const theirs = await api.request("POST", "/tokens", {
    token: foreign.token,
    workspaceId: foreign.workspaceId,
    body: { name: "theirs", ...VIEW },
  });
  for (const method of ["GET", "DELETE"] as const)
    expectError(await api.request(method, `/tokens/${theirs.body.token_id}`), 404, "not_found");
  const reader = await given({ ...WRITER, scopes: ALL_SCOPES.filter((scope) => scope !== "token.write") });
  expectError(await make(reader.token, {}), 403, "scope_missing");
});
