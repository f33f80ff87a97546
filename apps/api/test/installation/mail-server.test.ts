// The mail server, as operators set it, beside the tables over their operations.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

const PASSWORD = "the-password-of-the-server";
const SERVER = {
  ...{ host: "mail.example.com", port: 2525, encryption: "starttls" },
  ...{ username: "fulmar", password: PASSWORD, sender: "Northern Cloud <cloud@example.com>" },
} as const;
let api: Api;
let operators: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  operators = await OperatorFixture.open(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.pool.query("DELETE FROM installation_mail");
});

const set = (change: Readonly<Record<string, unknown>> = {}) =>
  operators.answer("operatorMail.set", { ...SERVER, ...change });
const get = async () => (await operators.send("operatorMail.get", {})).body;
const remove = () => operators.answer("operatorMail.remove", {});
const without = (...names: (keyof typeof SERVER)[]) =>
  Object.fromEntries(Object.entries(SERVER).filter(([name]) => !names.includes(name as keyof typeof SERVER)));

async function expectRefused(body: Readonly<Record<string, unknown>>, field: string, message?: RegExp) {
  const before = await get();
  const answer = await operators.answer("operatorMail.set", body);
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  expect(answer.body.errors[0]).toMatchObject({ field, ...(message && { message: expect.stringMatching(message) }) });
  expect(await get()).toEqual(before);
}

test("a mail server is set, replaced and removed, and its password is shown nowhere", async () => {
  const { status, body } = await set({ host: "Mail.Example.COM" });
  const { password: _, ...shown } = SERVER;
  expect(status).toBe(200);
  expect(body).toEqual({ ...shown, source: "settings", password_set: true, updated_at: expect.any(String) });
  expect(await get()).toEqual(body);
  const replaced = await operators.answer("operatorMail.set", {
    host: "relay.example.com",
    sender: "cloud@example.com",
  });
  expect(replaced.body).toMatchObject({
    ...{ host: "relay.example.com", port: 587, encryption: "starttls", username: null, password_set: false },
  });
  expect((await remove()).body).toMatchObject({ source: "files", host: null });
  expect((await remove()).status).toBe(200);
  const { rows } = await api.database.pool.query("SELECT * FROM operator_event");
  expect(rows.map(({ action }) => action)).toContain("operatorMail.set");
  const { rows: answers } = await api.database.pool.query("SELECT * FROM idempotency_key");
  expect(JSON.stringify([body, rows, answers])).not.toContain(PASSWORD);
});

test("a password is sealed at rest", async () => {
  await set();
  const { rows } = await api.database.pool.query("SELECT * FROM installation_mail");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  expect(Buffer.from(rows[0].password_sealed).toString("latin1")).not.toContain(PASSWORD);
});

test("a password that is left out stays for its own server and user name alone", async () => {
  await expectRefused(without("password"), "password", /^must be there/);
  await set();
  const sealed = async () =>
    (await api.database.pool.query("SELECT password_sealed FROM installation_mail")).rows[0].password_sealed;
  const before = await sealed();
  const kept = await operators.answer("operatorMail.set", { ...without("password"), port: 465, encryption: "tls" });
  expect(kept.body).toMatchObject({ port: 465, encryption: "tls", password_set: true });
  expect(await sealed()).toEqual(before);
  await expectRefused({ ...without("password"), host: "evil.example.com" }, "password", /another server or user name/);
  await expectRefused({ ...without("password"), username: "other" }, "password");
  await expectRefused({ ...SERVER, username: null }, "username");
});

test("odd spellings are refused by the name of their field", async () => {
  for (const host of [
    ...["", " mail.example.com", "mail example", "smtp://mail.example.com", "smtp://fulmar:secret@mail.example.com"],
    ...["mail.example.com:25", "user@mail.example.com", "[::1]", "::1%eth0", "10.0.0.256", "1.2.3", "mail.", ".mail"],
    ...["mail\u0000", "mäil.example.com", "x".repeat(254), "a..b", "mail/example"],
  ])
    await expectRefused({ ...SERVER, host }, "host");
  for (const port of [0, -1, 65_536, 2.5, "25", null]) await expectRefused({ ...SERVER, port }, "port");
  for (const encryption of ["TLS", "ssl", "", null]) await expectRefused({ ...SERVER, encryption }, "encryption");
  await expectRefused({ ...SERVER, encryption: "none" }, "encryption", /starttls or tls where there is a login/);
  for (const sender of ["", "nobody", "A <b@c> d", "a@b\nBcc: c@d", "a@b, c@d", "<a@b>", 'A "b" <c@d>'])
    await expectRefused({ ...SERVER, sender }, "sender");
  for (const username of ["", "a\nb", "a\u0000"]) await expectRefused({ ...SERVER, username }, "username");
  for (const password of ["", "a\nb", "a\u0000", null, "x".repeat(501)])
    await expectRefused({ ...SERVER, password }, "password");
  await expectRefused({ ...SERVER, url: "smtp://mail.example.com" }, "url");
});

test("a server is tried before it is set: a mail to the operator takes it along, sealed", async () => {
  const attempt = (change: Readonly<Record<string, unknown>> = {}) =>
    operators.answer("operatorMail.try", { ...SERVER, ...change });
  const { status, body } = await attempt();
  expect(status).toBe(200);
  expect(body).toMatchObject({ recipient: expect.stringContaining("@"), state: "waiting", problem: null });
  expect(await operators.answer("operatorSettings.getTestMail", { mail_id: body.mail_id })).toMatchObject({ body });
  expect(await get()).toMatchObject({ source: "files", host: null });
  const { rows } = await api.database.pool.query("SELECT * FROM mail WHERE mail_id = $1", [body.mail_id]);
  const { rows: trail } = await api.database.pool.query("SELECT * FROM operator_event");
  const { rows: answers } = await api.database.pool.query("SELECT * FROM idempotency_key");
  expect(rows).toHaveLength(1);
  expect(trail.map(({ action }) => action)).toContain("operatorMail.try");
  const all = JSON.stringify([body, rows, trail, answers]) + Buffer.from(rows[0].secret).toString("latin1");
  expect(all).not.toContain(PASSWORD);

  // A password that is left out is that of the same server and user name, as where it is set.
  expect(await operators.answer("operatorMail.try", without("password"))).toMatchObject({ status: 400 });
  await set();
  expect(await operators.answer("operatorMail.try", without("password"))).toMatchObject({ status: 200 });
  const elsewhere = { ...without("password"), host: "evil.example.com" };
  expect((await operators.answer("operatorMail.try", elsewhere)).body.errors[0]).toMatchObject({ field: "password" });
  expect((await attempt({ encryption: "none" })).body.errors[0]).toMatchObject({ field: "encryption" });
  expect((await attempt({ port: 0 })).body.errors[0]).toMatchObject({ field: "port" });
});

test("addresses, private ones too, and a login on the host itself are taken", async () => {
  for (const host of ["10.0.0.5", "fd00::5", "::1", "localhost", "mail", "xn--mil-tla.example.com", "mail_1.internal"])
    expect((await set({ host })).body).toMatchObject({ host });
  expect((await set({ host: "::1", encryption: "none" })).body).toMatchObject({ host: "::1", encryption: "none" });
});

test("a plan of it changes nothing, and support is refused", async () => {
  const { value } = await operators.plan("operatorMail.set", SERVER);
  expect(value).toBeDefined();
  expect(await get()).toMatchObject({ host: null });
  const asSupport = operators.as(operators.support);
  for (const [id, input] of [
    ["operatorMail.set", SERVER],
    ["operatorMail.try", SERVER],
    ["operatorMail.remove", {}],
  ] as const) {
    const { refusal } = await operators.call(id, input, asSupport);
    expect(refusal).toMatchObject({ kind: "forbidden" });
  }
  expect((await operators.call("operatorMail.get", {}, asSupport)).value).toMatchObject({ host: null });
});

test("what the environment sets wins, is shown without its password, and cannot be changed", async () => {
  await set();
  const other = await startApi({
    ...{ DATABASE_URL: api.databaseUrl, FULMAR_MAIL_FROM: "Host <host@example.com>" },
    FULMAR_SMTP_URL: "smtps://own:of%40the-host@[fd00::7]",
  });
  onTestFinished(() => other.close());
  const options = { token: operators.tokens["operator.write"], workspaceId: null };
  const shown = await other.request("GET", "/operator/settings/mail", options);
  expect(shown.body).toEqual({
    ...{ source: "host", host: "fd00::7", port: 465, encryption: "tls", username: "own", password_set: true },
    ...{ sender: "Host <host@example.com>", updated_at: null },
  });
  const before = await get();
  const refused = [
    await other.request("PUT", "/operator/settings/mail", { ...options, body: SERVER }),
    await other.request("POST", "/operator/settings/mail/try", { ...options, body: SERVER }),
    await other.request("DELETE", "/operator/settings/mail", options),
  ];
  for (const answer of refused) {
    expectError(answer, 409, "set_on_host");
    expect(answer.body.detail).toMatch(/change FULMAR_SMTP_URL there/);
  }
  expect(await get()).toEqual(before);
});

test("two processes agree from the next request on", async () => {
  const other = await startApi({ DATABASE_URL: api.databaseUrl });
  onTestFinished(() => other.close());
  const options = { token: operators.tokens["operator.write"], workspaceId: null };
  const path = "/operator/settings/mail";
  const { body } = await set();
  expect(body).toMatchObject({ source: "settings", host: SERVER.host });
  expect((await other.request("GET", path, options)).body).toEqual(body);
  const { body: removed } = await remove();
  expect((await other.request("GET", path, options)).body).toEqual(removed);
});
