// What operators choose for the installation, beside the tables over their operations.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { jpegOf, pngOf, webpOf } from "./logos.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let operators: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  operators = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const change = (body: Readonly<Record<string, unknown>>) => operators.send("operatorSettings.update", body);
const get = async () => (await operators.send("operatorSettings.get", {})).body;

beforeEach(async () => {
  await api.database.pool.query("DELETE FROM installation_settings");
  await api.database.pool.query("INSERT INTO installation_settings DEFAULT VALUES");
});

async function expectRefused(body: Readonly<Record<string, unknown>>, field: string, message?: RegExp) {
  const before = await get();
  const answer = await change(body);
  expectError(answer, 400, "invalid_request");
  expect(answer.body.errors[0]).toMatchObject({ field, ...(message && { message: expect.stringMatching(message) }) });
  expect(await get()).toEqual(before);
}

test("a change keeps what it leaves out, and takes back what it sets to null", async () => {
  expect(await get()).toMatchObject({
    ...{ currency: "USD", currency_decimals: 2, name: "Fulmar", accent: null, logo_version: null, support_email: null },
    ...{ support_url: null, terms_url: null, sign_up: "open", sign_up_domains: [], new_organizations: "everyone" },
  });
  const chosen = {
    name: "Nordwolke",
    accent: "#0B6E4F",
    support_email: "Help@Example.com",
    terms_url: "https://example.com/t",
  };
  const { status, body } = await change(chosen);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...chosen, accent: "#0b6e4f", support_email: "help@example.com" });
  const next = await change({ accent: null, support_url: "https://example.com/help" });
  expect(next.body).toMatchObject({ name: "Nordwolke", accent: null, terms_url: "https://example.com/t" });
  expect(await get()).toEqual(next.body);
});

test("what cannot be read, opened or shown is refused, and says why", async () => {
  await expectRefused(
    { accent: "#8fadff" },
    "accent",
    /^must be darker: its contrast .* text needs 4\.5:1; #[0-9a-f]{6} has it$/,
  );
  for (const accent of ["blue", "#12345", "#1234567", "red;}", ""]) await expectRefused({ accent }, "accent");
  for (const url of ["javascript:alert(1)", "data:text/html,x", "ftp://example.com", "example.com", "//example.com"])
    await expectRefused({ support_url: url }, "support_url");
  for (const name of ["", "  ", "a\nb", "a\u202eb", "x".repeat(61)]) await expectRefused({ name }, "name");
  await expectRefused({ support_email: "nobody" }, "support_email");
  for (const currency of ["XXX", "eur", "EURO", "DEM"]) await expectRefused({ currency }, "currency");
});

test("the darker accent that a refusal names is taken", async () => {
  const { body } = await change({ accent: "#ffcc00" });
  const [, offered] = /(#[0-9a-f]{6}) has it/.exec(body.errors[0].message) ?? [];
  expect((await change({ accent: offered })).body).toMatchObject({ accent: offered });
});

test("domains that may sign up are in one spelling, and there is one at least", async () => {
  await expectRefused({ sign_up: "domains" }, "sign_up_domains");
  const set = await change({ sign_up: "domains", sign_up_domains: ["Example.COM", "example.com", "Sub.Example.org"] });
  expect(set.body).toMatchObject({ sign_up: "domains", sign_up_domains: ["example.com", "sub.example.org"] });
  await expectRefused({ sign_up_domains: [] }, "sign_up_domains");
  await expectRefused({ sign_up_domains: ["example.com."] }, "sign_up_domains.0", /without the dot at its end/);
  for (const domain of ["@example.com", "a@example.com", "*.example.com", "com", "10.0.0.1"])
    await expectRefused({ sign_up_domains: [domain] }, "sign_up_domains.0");
});

test("the currency can be chosen until money is in it", async () => {
  const { prisma } = api.database;
  expect((await get()).currency_fixed).toBe("Money was credited or charged in it, so the currency stays USD.");
  const wallets = await prisma.wallet.findMany();
  // As if nothing had been bought or paid yet.
  await api.database.pool.query(`
    SET LOCAL session_replication_role = replica;
    TRUNCATE ledger_entry, usage_record, invoice CASCADE;
    UPDATE wallet SET balance = 0, credit_limit = 0`);
  // Those of the starter catalog hold since ever.
  expect((await get()).currency_fixed).toBe("There are prices in it, so the currency stays USD.");
  await api.database.pool.query("SET LOCAL session_replication_role = replica; DELETE FROM price");
  expect((await get()).currency_fixed).toBeNull();
  const yen = await change({ currency: "JPY" });
  expect(yen.body).toMatchObject({ currency: "JPY", currency_decimals: 0, currency_fixed: null });
  expect(await prisma.sku.findMany({ distinct: ["currency"], select: { currency: true } })).toEqual([
    { currency: "JPY" },
  ]);
  expect(await prisma.wallet.findMany({ distinct: ["currency"], select: { currency: true } })).toEqual([
    { currency: "JPY" },
  ]);
  const organizationId = String(wallets[0]?.organization_id);
  await operators.made("operatorOrganization.topUp", {
    ...{ organization_id: organizationId, amount: "100", reference: "Transfer 1" },
  });
  const refused = await change({ currency: "EUR", name: "Not this either" });
  expectError(refused, 409, "currency_fixed");
  expect(refused.body.detail).toBe("Money was credited or charged in it, so the currency stays JPY.");
  expect(await get()).toMatchObject({ currency: "JPY", name: "Fulmar" });
  expect((await change({ currency: "JPY", name: "Nordwolke" })).status).toBe(200);
});

test("the check of single sign-on says that no provider is configured, to support too", async () => {
  const { value } = await operators.call("operatorSettings.checkSingleSignOn", {}, operators.as(operators.support));
  expect(value).toMatchObject({
    issuer: null,
    name: null,
    problem: expect.stringMatching(/^No provider is configured: set one on Settings/),
  });
});

test("the check of single sign-on asks a provider in our own network, as sign-in does", async () => {
  const server = createServer((_, response) => void response.end("no provider")).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const other = await startApi({
    ...{ DATABASE_URL: api.databaseUrl, FULMAR_SSO_ISSUER: issuer },
    ...{ FULMAR_SSO_CLIENT_ID: "fulmar", FULMAR_SSO_CLIENT_SECRET: "the-secret-of-the-client" },
  });
  onTestFinished(() => other.close());
  const { body } = await other.request("POST", "/operator/settings/single-sign-on/check", {
    ...{ token: operators.tokens["operator.read"], workspaceId: null },
  });
  expect(body).toMatchObject({ issuer, problem: expect.stringMatching(/no configuration of OpenID Connect/) });
});

test("a logo is what its bytes are, whole and of a sensible size", async () => {
  const set = (content: string) => operators.send("operatorSettings.setLogo", { content });
  for (const [media_type, content] of [
    ["image/png", pngOf({ width: 320, height: 64 })],
    ["image/webp", webpOf({ width: 2048, height: 1 })],
    ["image/jpeg", jpegOf({ width: 64, height: 2048 })],
  ] as const) {
    const { status, body } = await set(content);
    expect(status).toBe(200);
    expect(body.logo_version).toMatch(/^[0-9a-f]{16}$/);
    const { body: logo } = await operators.send("operatorSettings.logo", {});
    expect(logo).toEqual({ version: body.logo_version, media_type, content });
  }
  const kept = await get();
  const bytes = (text: string) => Buffer.from(text).toString("base64");
  const after = (content: string, more: string) =>
    Buffer.concat([Buffer.from(content, "base64"), Buffer.from(more)]).toString("base64");
  const script = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
  for (const hostile of [
    bytes(script),
    bytes(`<?xml version="1.0"?>${script}`),
    bytes("GIF89a\x01\x00\x01\x00"),
    bytes("<!doctype html><script>alert(1)</script>"),
    bytes("\x89PNG"),
    Buffer.from("89504e470d0a1a0a", "hex").toString("base64"),
    after(Buffer.from("89504e470d0a1a0a", "hex").toString("base64"), script.padEnd(99)),
    after(pngOf({}), script),
    after(webpOf({}), script),
    after(jpegOf({}), script),
    pngOf({ width: 2049 }),
    pngOf({ width: 0 }),
    webpOf({ height: 4096 }),
    jpegOf({ height: 0 }),
    pngOf({ note: "x".repeat(65_536) }),
    "not base64!",
    "",
  ]) {
    const answer = await set(hostile);
    expectError(answer, 400, "invalid_request");
    expect(answer.body.errors[0].field).toBe("content");
  }
  // Any cut of a picture is none.
  for (const whole of [pngOf({}), webpOf({}), jpegOf({})].map((content) => Buffer.from(content, "base64")))
    for (let length = 0; length < whole.length; length++)
      expect((await set(whole.subarray(0, length).toString("base64"))).status).toBe(400);
  expect(await get()).toEqual(kept);
  expect((await operators.send("operatorSettings.removeLogo", {})).body.logo_version).toBeNull();
  expectError(await operators.send("operatorSettings.logo", {}), 404, "not_found");
});

test("where operators make organizations, nobody else does", async () => {
  const create = () => operators.tenant.call("organization.create", { name: "Engines", workspace_name: "Main" });
  await change({ new_organizations: "operators" });
  expect((await create()).refusal).toMatchObject({ kind: "forbidden", code: "organizations_closed" });
  const asOperator = { credentials: operators.as(operators.operator) };
  const input = { name: "Engines", workspace_name: "Main" };
  expect((await operators.tenant.call("organization.create", input, asOperator)).refusal).toBeUndefined();
  await change({ new_organizations: "everyone" });
  expect((await create()).refusal).toBeUndefined();
});

test("a test mail goes to the operator, and says what became of it", async () => {
  const { status, body } = await operators.send("operatorSettings.sendTestMail", {});
  const { email } = await api.database.prisma.user.findUniqueOrThrow({ where: { id: operators.operator } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ recipient: email, state: "waiting", problem: null });
  const { mail_id } = body;
  const state = async () => (await operators.send("operatorSettings.getTestMail", { mail_id })).body;
  await api.database.prisma.mail.update({ where: { mail_id }, data: { problem: "Error: 535 wrong password" } });
  expect(await state()).toMatchObject({ state: "failed", problem: "Error: 535 wrong password" });
  await api.database.prisma.mail.update({ where: { mail_id }, data: { problem: null, sent_at: new Date() } });
  expect(await state()).toMatchObject({ state: "sent", problem: null });
  const { mail_id: other } = await api.database.prisma.mail.create({
    data: { recipient: email, letter: "member_removed", details: {} },
  });
  expectError(await operators.send("operatorSettings.getTestMail", { mail_id: other }), 404, "not_found");
});
