// The sign-in provider, as operators set it, beside the tables over their operations.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { currentSingleSignOn } from "@fulmar/core/identity";
import { resealStoredValues } from "@fulmar/core/operator";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

const SECRET = "the-secret-of-the-client";
const PROVIDER = {
  ...{ issuer: "https://id.example.com/realms/staff", client_id: "fulmar", client_secret: SECRET, name: "Example" },
  ...{ domains: ["example.com"], organization_id: null, role: "developer", passwords_off: false },
} as const;
const { client_secret: _, ...SHOWN } = PROVIDER;
const NONE = {
  ...{ source: "none", issuer: null, client_id: null, client_secret_set: false, name: null, domains: [] },
  ...{ organization_id: null, role: null, passwords_off: false, updated_at: null },
};

const NOT_PROVEN = "It answered 200 to a code that is none, which does not prove the client secret.";

let api: Api;
let operators: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  operators = await OperatorFixture.open(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.pool.query("DELETE FROM installation_single_sign_on");
});

const set = (change: Readonly<Record<string, unknown>> = {}) =>
  operators.answer("operatorSingleSignOn.set", { ...PROVIDER, ...change });
const get = async () => (await operators.send("operatorSingleSignOn.get", {})).body;
const current = (more = {}) => currentSingleSignOn(api.database.sql, { secrets: api.configuration.secrets, ...more });

async function expectRefused(body: Readonly<Record<string, unknown>>, field: string, message?: RegExp) {
  const before = await get();
  const answer = await operators.answer("operatorSingleSignOn.set", body);
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  expect(answer.body.errors[0]).toMatchObject({ field, ...(message && { message: expect.stringMatching(message) }) });
  expect(await get()).toEqual(before);
}

/** @param tokens what it answers to requests for tokens: nothing of use, or that it does not know the client */
async function startProvider(tokens: 200 | 401 = 200): Promise<string> {
  let issuer = "";
  const server = createServer((request, response) => {
    if (request.url === "/t" && tokens === 401)
      return void response.writeHead(401).end(JSON.stringify({ error: "invalid_client" }));
    const at = (path: string) => `${issuer}${path}`;
    response.end(
      JSON.stringify({ issuer, authorization_endpoint: at("/a"), token_endpoint: at("/t"), jwks_uri: at("/k") }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

test("a provider is set, replaced and removed, and its secret is sealed and shown nowhere", async () => {
  expect(await get()).toEqual(NONE);
  expect(await current()).toBeUndefined();
  const { status, body } = await set({ domains: ["Example.COM", "example.com"] });
  expect(status).toBe(200);
  expect(body).toEqual({ ...SHOWN, source: "settings", client_secret_set: true, updated_at: expect.any(String) });
  expect(await get()).toEqual(body);
  expect(await current()).toEqual({
    ...{ issuer: PROVIDER.issuer, clientId: "fulmar", clientSecret: SECRET, name: "Example", domains: ["example.com"] },
    ...{ organizationId: undefined, role: "developer", only: false },
  });
  const { rows } = await api.database.pool.query("SELECT * FROM installation_single_sign_on");
  const { rows: trail } = await api.database.pool.query("SELECT * FROM operator_event");
  expect(trail.map(({ action }) => action)).toContain("operatorSingleSignOn.set");
  expect(JSON.stringify([body, rows, trail])).not.toContain(SECRET);
  expect(Buffer.from(rows[0].client_secret_sealed).toString("latin1")).not.toContain(SECRET);
  const kept = await operators.answer("operatorSingleSignOn.set", { ...SHOWN, name: "Other" });
  expect(kept.body).toMatchObject({ name: "Other", client_secret_set: true });
  expect(await current()).toMatchObject({ clientSecret: SECRET, name: "Other" });
  expect((await operators.answer("operatorSingleSignOn.remove", {})).body).toEqual(NONE);
  expect((await operators.answer("operatorSingleSignOn.remove", {})).status).toBe(200);
  expect(await current()).toBeUndefined();
});

test("a secret that is left out stays for its own issuer and client alone", async () => {
  await expectRefused(SHOWN, "client_secret", /^must be there/);
  await set();
  await expectRefused({ ...SHOWN, issuer: "https://evil.example.com" }, "client_secret", /another issuer or client/);
  await expectRefused({ ...SHOWN, client_id: "other" }, "client_secret");
});

test("odd spellings are refused by the name of their field", async () => {
  for (const issuer of [
    ...["", "id.example.com", "http://id.example.com", "ftp://id.example.com", "https://id.example.com/?a=b"],
    ...["https://user:secret@id.example.com", "https://id.example.com/#a", " https://id.example.com", "https://"],
    ...["javascript:alert(1)", "https://id.example.com/a b"],
  ])
    await expectRefused({ ...PROVIDER, issuer }, "issuer");
  for (const client_id of ["", "a\nb", "x".repeat(501)]) await expectRefused({ ...PROVIDER, client_id }, "client_id");
  for (const client_secret of ["", "a\nb", null]) await expectRefused({ ...PROVIDER, client_secret }, "client_secret");
  for (const name of ["", " ", "x".repeat(41), "a\u202eb"]) await expectRefused({ ...PROVIDER, name }, "name");
  for (const domain of ["@example.com", "com", "*.example.com"])
    await expectRefused({ ...PROVIDER, domains: [domain] }, "domains.0");
  for (const role of ["owner", "", "Viewer"]) await expectRefused({ ...PROVIDER, role }, "role");
  await expectRefused(
    { ...PROVIDER, organization_id: "org_00000000000000000000000000" },
    "organization_id",
    /must be the id of an organization/,
  );
  const organization_id = await operators.organization();
  expect((await set({ organization_id })).body).toMatchObject({ organization_id });
});

test("passwords are refused only once the provider answers, or an operator has signed in by it", async () => {
  const refused = await set({ issuer: "http://127.0.0.1:9", passwords_off: true });
  expect(refused).toMatchObject({ status: 409, body: { code: "provider_unproven" } });
  expect(refused.body.detail).toMatch(/^Passwords stay on: The provider was not reached/);
  expect(await get()).toEqual(NONE);
  const issuer = await startProvider();
  expect((await set({ issuer, passwords_off: true })).body).toMatchObject({ issuer, passwords_off: true });
  expect(await current()).toMatchObject({ only: true });
  // The way back is on the host.
  expect(await current({ passwordsOn: true })).toMatchObject({ only: false });
  const silent = { issuer: "http://127.0.0.1:9", passwords_off: true };
  await set({ ...silent, passwords_off: false });
  expect(await set(silent)).toMatchObject({ status: 409, body: { code: "provider_unproven" } });
  await api.database.prisma.account.create({
    data: {
      ...{ id: "by-provider", accountId: "ada", providerId: `oidc:${silent.issuer}`, userId: operators.operator },
      updatedAt: new Date(),
    },
  });
  expect((await set(silent)).body).toMatchObject({ passwords_off: true });
  // At another issuer, nobody has signed in yet.
  const elsewhere = await set({ ...silent, issuer: "http://127.0.0.1:10" });
  expect(elsewhere).toMatchObject({ status: 409, body: { code: "provider_unproven" } });
});

test("a plan of it changes nothing, and support is refused", async () => {
  expect((await operators.plan("operatorSingleSignOn.set", PROVIDER)).refusal).toBeUndefined();
  expect(await get()).toEqual(NONE);
  const asSupport = operators.as(operators.support);
  for (const [id, input] of [
    ["operatorSingleSignOn.set", PROVIDER],
    ["operatorSingleSignOn.remove", {}],
  ] as const)
    expect((await operators.call(id, input, asSupport)).refusal).toMatchObject({ kind: "forbidden" });
  expect((await operators.call("operatorSingleSignOn.try", PROVIDER, asSupport)).refusal).toMatchObject({
    ...{ kind: "forbidden", message: "Support tries no sign-in provider; ask an operator." },
  });
  expect((await operators.call("operatorSingleSignOn.get", {}, asSupport)).value).toEqual(NONE);
});

test("what the environment sets wins, in the processes that have it, and cannot be changed there", async () => {
  await set();
  const other = await startApi({
    ...{ DATABASE_URL: api.databaseUrl, FULMAR_SSO_ISSUER: "https://host.example.com", FULMAR_SSO_NAME: "Host" },
    ...{ FULMAR_SSO_CLIENT_ID: "own", FULMAR_SSO_CLIENT_SECRET: "of-the-host" },
  });
  onTestFinished(() => other.close());
  const options = { token: operators.tokens["operator.write"], workspaceId: null };
  const path = "/operator/settings/single-sign-on";
  expect((await other.request("GET", path, options)).body).toEqual({
    ...{ source: "host", issuer: "https://host.example.com", client_id: "own", client_secret_set: true, name: "Host" },
    ...{ domains: [], organization_id: null, role: "viewer", passwords_off: false, updated_at: null },
  });
  expectError(await other.request("PUT", path, { ...options, body: PROVIDER }), 409, "set_on_host");
  expectError(await other.request("DELETE", path, options), 409, "set_on_host");
  const asked = await other.request("POST", `${path}/check`, options);
  expect(asked.body).toMatchObject({ issuer: "https://host.example.com" });
  expect(await get()).toMatchObject({ issuer: PROVIDER.issuer });
});

test("the check asks the provider that operators have set, from every process", async () => {
  const other = await startApi({ DATABASE_URL: api.databaseUrl });
  onTestFinished(() => other.close());
  const issuer = await startProvider();
  await set({ issuer });
  for (const process of [api, other]) {
    const { body } = await process.request("POST", "/operator/settings/single-sign-on/check", {
      ...{ token: operators.tokens["operator.read"], workspaceId: null },
    });
    expect(body).toMatchObject({ issuer, name: "Example", problem: null });
    expect(body.unproven).toContain(NOT_PROVEN);
  }
});

test("a provider is tried before it is set, with the secret that is typed or kept, and nothing is stored", async () => {
  const issuer = await startProvider(401);
  const attempt = async (change: Readonly<Record<string, unknown>> = {}) =>
    operators.answer("operatorSingleSignOn.try", { ...PROVIDER, issuer, ...change });
  const { status, body } = await attempt();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...{ issuer, name: "Example", unproven: [] },
      problem: "The provider refuses the client id or the client secret (invalid_client).",
    },
  });
  expect(await get()).toEqual(NONE);
  // Without a problem, what is left unproven is said.
  const silent = await startProvider();
  const fine = await attempt({ issuer: silent });
  expect(fine.body).toMatchObject({ problem: null });
  expect(fine.body.unproven).toContain(NOT_PROVEN);
  for (const change of [{ issuer: "http://id.example.com" }, { role: "owner" }])
    expect(await attempt(change)).toMatchObject({ status: 400 });
  const absent = { ...SHOWN, issuer: silent };
  expect((await operators.answer("operatorSingleSignOn.try", absent)).body.errors[0]).toMatchObject({
    field: "client_secret",
  });
  await set({ issuer: silent });
  expect((await operators.answer("operatorSingleSignOn.try", absent)).body).toMatchObject({ problem: null });
  const elsewhere = await operators.answer("operatorSingleSignOn.try", { ...SHOWN, issuer });
  expect(elsewhere.body.errors[0]).toMatchObject({ field: "client_secret" });
});

test("passwords stay on where the provider refuses the client", async () => {
  const refused = await set({ issuer: await startProvider(401), passwords_off: true });
  expect(refused).toMatchObject({ status: 409, body: { code: "provider_unproven" } });
  expect(refused.body.detail).toMatch(/^Passwords stay on: The provider refuses the client id or the client secret/);
  expect(await get()).toEqual(NONE);
});

test("a new secret of the installation seals the client secret again", async () => {
  await set();
  const next = "fedcba9876543210fedcba9876543210";
  const secrets = [next, ...api.configuration.secrets] as const;
  expect(await resealStoredValues(api.database, { secrets })).toMatchObject({ installationSecrets: 1 });
  expect(await current({ secrets: [next] })).toMatchObject({ clientSecret: SECRET });
  // Where no secret opens it, people sign in by password.
  expect(await current()).toBeUndefined();
});
