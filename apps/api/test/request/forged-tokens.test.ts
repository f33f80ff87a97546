// Wrong tokens are counted by the address that they come from, before the database is asked.
import { randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

const BURST = 500;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

let api: Api;
let recorded: ReturnType<typeof recordStatements>;
beforeAll(async () => {
  // The default burst.
  api = await startApi({ FULMAR_FAILURE_BURST: "", FULMAR_FAILURE_LIMIT: "1", FULMAR_TRUSTED_PROXIES: "10.0.0.1" });
  recorded = recordStatements(api.served);
});
afterAll(() => api.close());

/** A token that this installation did not make, with a valid form and checksum. */
function forgedToken(): string {
  const secret = Array.from({ length: 43 }, () => BASE62.charAt(randomInt(62))).join("");
  const body = `svc_dev_key_${secret}`;
  let checksum = "";
  for (let rest = crc32(body), length = 0; length < 6; rest = Math.floor(rest / 62), length++)
    checksum = BASE62.charAt(rest % 62) + checksum;
  return body + checksum;
}

const garbage = () => randomBytes(30).toString("hex");

function send(token: string, remoteAddress: string, headers: Readonly<Record<string, string>> = {}) {
  const url = `/v1/compute/plans?workspace_id=${api.tenant.workspaceId}`;
  return api.inject({ method: "GET", url, remoteAddress, headers: { authorization: `Bearer ${token}`, ...headers } });
}

/** Sends 1,000 wrong tokens at once and counts the answers by status. */
async function attack(
  from: (n: number) => string,
  { token = forgedToken, forwardedFor }: { token?: () => string; forwardedFor?: (n: number) => string } = {},
) {
  const headersOf = (n: number) => (forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor(n) });
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => send(token(), from(n), headersOf(n))));
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) {
    expectError(answer, 429, "rate_limited");
    expect(answer.headers["retry-after"]).toBe("1");
  }
  return { unauthenticated: answers.filter(({ status }) => status === 401).length, refused: refused.length };
}

test("1,000 forged tokens from one address meet 429, and few of them reach the database", async () => {
  expect((await send(api.tenant.token, "192.0.2.5")).status).toBe(200);
  const { result, statements } = await recorded(() => attack(() => "192.0.2.5"));
  expect(result.unauthenticated + result.refused).toBe(1000);
  expect(result.unauthenticated).toBeGreaterThanOrEqual(BURST);
  expect(result.refused).toBeGreaterThan(400);
  expect(statements.length).toBe(result.unauthenticated);
});

test("a valid token from the same address goes on meanwhile, and every token from other addresses", async () => {
  expect((await send(api.tenant.token, "192.0.2.1")).status).toBe(200);
  const other = await api.createToken(api.tenant);
  const [{ refused }, valid, elsewhere] = await Promise.all([
    attack(() => "192.0.2.1"),
    Promise.all(Array.from({ length: 50 }, () => send(api.tenant.token, "192.0.2.1"))),
    send(other, "192.0.2.2"),
  ]);
  expect(refused).toBeGreaterThan(400);
  expect(new Set(valid.map(({ status }) => status))).toEqual(new Set([200]));
  expect(elsewhere.status).toBe(200);
  expectError(await send(forgedToken(), "192.0.2.2"), 401, "unauthenticated");
});

test("what has not the form of a token is counted too; a request without a token is not", async () => {
  const { result, statements } = await recorded(() => attack(() => "192.0.2.3", { token: garbage }));
  expect(result.refused).toBeGreaterThan(400);
  expect(statements).toEqual([]);
  const url = `/v1/compute/plans?workspace_id=${api.tenant.workspaceId}`;
  expectError(await api.inject({ method: "GET", url, remoteAddress: "192.0.2.3" }), 401, "unauthenticated");
});

test("the addresses of one IPv6 network of 64 bits are one source", async () => {
  const { refused } = await attack((n) => `2001:db8:1:2::${n.toString(16)}`);
  expect(refused).toBeGreaterThan(400);
  expectError(await send(forgedToken(), "2001:db8:1:3::1"), 401, "unauthenticated");
});

test("behind a trusted proxy the source is who asked the proxy; from others X-Forwarded-For changes nothing", async () => {
  const proxy = () => "10.0.0.1";
  const [one, many] = [() => "198.51.100.1", (n: number) => `198.18.${n >> 8}.${n & 255}`];
  expect((await attack(proxy, { forwardedFor: one })).refused).toBeGreaterThan(400);
  expect(await attack(proxy, { forwardedFor: many })).toEqual({ unauthenticated: 1000, refused: 0 });
  expect((await attack(() => "192.0.2.4", { forwardedFor: many })).refused).toBeGreaterThan(400);
});
