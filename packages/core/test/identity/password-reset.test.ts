import { randomBytes } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createPerson, createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoicePdfFor } from "../../src/billing/index.ts";
import { createIdentity, type Identity } from "../../src/identity/create-identity.ts";
import { choosePassword, issuePasswordReset, requestPasswordReset } from "../../src/identity/index.ts";
import { createMailer, mailReconcilers } from "../../src/mail/index.ts";
import { smtpFixture } from "../mail/smtp-fixture.ts";
import { browser, codeOf } from "./browser-fixture.ts";

const PASSWORD = "correct-battery-staple-7";
const NEW_PASSWORD = "purple-harbour-lantern-4";

const smtp = smtpFixture();
let testDatabase: TestDatabase;
/** The console's, whose login owns nothing. */
let served: Database;
let worker: Database;
let identity: Identity;
let email: string;
let userId: string;
let people = 0;
let addresses = 0;

/** The configuration of an installation with a mail server. */
const configured = () =>
  loadConfiguration({
    ...{ DATABASE_URL: testDatabase.url, FULMAR_SECRET: "0123456789abcdef0123456789abcdef" },
    ...{ FULMAR_SMTP_URL: smtp.url, FULMAR_PUBLIC_CONSOLE_URL: "https://console.example.com" },
  });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
  worker = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
});
afterAll(async () => {
  await worker.close();
  await served.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  people += 1;
  smtp.received.length = 0;
  await testDatabase.database.prisma.mail.deleteMany();
  identity = createIdentity(served, configured());
  email = `person-${people}@example.com`;
  userId = await createPerson(testDatabase.database, { email, password: PASSWORD });
});

/** Another client address each time, so that no test counts the requests of others. */
function origin() {
  addresses += 1;
  return { requestId: "req_test", sourceIp: `192.0.2.${addresses}` };
}

const ask = (address: string, from = origin()) => requestPasswordReset(served, configured(), { email: address }, from);
const choose = (token: string, password = NEW_PASSWORD) =>
  choosePassword(served, configured(), { token, password }, origin());

/** Sends what is due, as the worker does. */
async function work(): Promise<void> {
  const mailer = createMailer(worker.sql, configured(), invoicePdfFor(worker.sql));
  await mailReconcilers[0].run({ database: worker, mailer }, new AbortController().signal);
  mailer.close();
}

/** The secret of the link that was mailed last. Notices that are sent at the same time may come after it. */
async function mailedToken(): Promise<string> {
  await work();
  const link = /https:\/\/console\.example\.com\/new-password#([\w-]+)/;
  const token = smtp.received.map(({ text }) => link.exec(text)?.[1]).findLast((each) => each !== undefined);
  if (token === undefined) throw new Error(`no link was mailed: ${JSON.stringify(smtp.received)}`);
  return token;
}

const signIn = (password: string) => identity.signIn({ email, password }, new Headers());

test("a user chooses a new password by a mailed link, once, and all sessions end", async () => {
  const visitor = browser();
  visitor.keep(await signIn(PASSWORD));
  await ask(email.toUpperCase());
  const token = await mailedToken();
  expect(smtp.received).toMatchObject([{ to: [email] }]);
  await choose(token);

  expect((await identity.session(visitor.headers())).userId).toBeUndefined();
  await expect(signIn(PASSWORD)).rejects.toMatchObject({ code: "wrong_credentials" });
  expect((await signIn(NEW_PASSWORD)).body).toEqual({ second_step: false });
  await expect(choose(token, "velvet-orchard-compass-9")).rejects.toMatchObject({
    kind: "conflict",
    code: "reset_ended",
  });
  expect((await signIn(NEW_PASSWORD)).body).toEqual({ second_step: false });

  await work();
  expect(smtp.received.map(({ text }) => text).join()).toContain("Subject: Your password was changed\n");
  const events = await testDatabase.database.prisma.auditEvent.findMany({
    ...{ where: { actor_id: userId, action: "account.resetPassword" }, select: { source_ip: true, resource_id: true } },
  });
  expect(events).toEqual([{ source_ip: `192.0.2.${addresses - 1}`, resource_id: userId }]);
});

test("the database has no token that works", async () => {
  await ask(email);
  const token = await mailedToken();
  const rows = JSON.stringify([
    await testDatabase.database.prisma.passwordReset.findMany(),
    await testDatabase.database.prisma.mail.findMany(),
  ]);
  expect(rows).not.toContain(token);
  expect(rows).not.toContain(Buffer.from(token).toString("base64"));
});

test("the second factor is still asked for after a reset", async () => {
  const visitor = browser();
  visitor.keep(await signIn(PASSWORD));
  const { body } = await identity.secondFactor.begin({ password: PASSWORD }, visitor.headers());
  await identity.secondFactor.confirm({ code: codeOf(body.totp_uri) }, visitor.headers(), origin());
  await ask(email);
  await choose(await mailedToken());
  expect((await signIn(NEW_PASSWORD)).body).toEqual({ second_step: true });
});

test("an address without an account gets the same answer and no mail", async () => {
  const stranger = `nobody-${people}@example.com`;
  expect(await ask(stranger)).toEqual(await ask(email));
  await work();
  expect(smtp.received.map(({ to }) => to)).toEqual([[email]]);
  // Both leave a row: one that is not written would cost less time.
  expect(await testDatabase.database.prisma.passwordReset.count({ where: { email: stranger, user_id: null } })).toBe(1);
});

test("a link works for 30 minutes", async () => {
  await ask(email);
  const token = await mailedToken();
  const [reset] = await testDatabase.database.prisma.passwordReset.findMany({ where: { email } });
  expect(((reset?.expires_at.getTime() ?? 0) - (reset?.created_at.getTime() ?? 0)) / 60_000).toBe(30);
  await testDatabase.database.prisma.passwordReset.updateMany({ where: { email }, data: { expires_at: new Date() } });
  await expect(choose(token)).rejects.toMatchObject({ code: "reset_ended" });
  expect((await signIn(PASSWORD)).body).toEqual({ second_step: false });
});

test("using one link ends the others of the account", async () => {
  await ask(email);
  const first = await mailedToken();
  await ask(email);
  await choose(await mailedToken());
  await expect(choose(first)).rejects.toMatchObject({ code: "reset_ended" });
});

test("of concurrent uses of a link, one succeeds", async () => {
  await ask(email);
  const token = await mailedToken();
  const outcomes = await Promise.allSettled([1, 2, 3].map((n) => choose(token, `velvet-orchard-compass-${n}`)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a wrong password names its field and leaves the link in force", async () => {
  await ask(email);
  const token = await mailedToken();
  await expect(choose(token, "short")).rejects.toMatchObject({ errors: [{ field: "password" }] });
  await choose(token);
});

test("at most five mails an hour go to an account, whatever the addresses, also concurrently", async () => {
  await Promise.all(Array.from({ length: 8 }, () => ask(email)));
  await work();
  expect(smtp.received).toHaveLength(5);
});

test("an address that asks too often is refused, whatever the accounts, and other addresses are not", async () => {
  const from = origin();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 22 }, (_, n) => ask(`unknown-${n}@example.com`, from)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused).toMatchObject([{ reason: { kind: "rate_limited" } }, { reason: { kind: "rate_limited" } }]);
  await ask(email);
});

test("guessed tokens are refused, and then limited", async () => {
  const guesser = origin();
  const guess = (n: number) =>
    choosePassword(served, configured(), { token: `guess-${n}`, password: NEW_PASSWORD }, guesser);
  const outcomes = await Promise.allSettled(Array.from({ length: 21 }, (_, n) => guess(n)));
  const reasons = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.kind : "accepted"));
  expect(reasons.toSorted()).toEqual([...Array<string>(20).fill("conflict"), "rate_limited"]);
});

test("an installation without e-mail says so for every address, and the operator makes a link", async () => {
  const production = {
    ...{ DATABASE_URL: testDatabase.url, FULMAR_ENVIRONMENT: "production" },
    FULMAR_SECRET: randomBytes(32).toString("hex"),
    FULMAR_MASTER_KEY: randomBytes(32).toString("hex"),
  };
  const without = loadConfiguration(production);
  for (const address of [email, "nobody@example.com"])
    await expect(requestPasswordReset(served, without, { email: address }, origin())).rejects.toMatchObject({
      kind: "conflict",
      code: "mail_off",
    });
  const { url, validMinutes } = await issuePasswordReset(testDatabase.database, {
    ...{ email, consoleUrl: "https://console.example.com" },
  });
  expect(validMinutes).toBe(30);
  await choose(new URL(url).hash.slice(1));
  expect((await signIn(NEW_PASSWORD)).body).toEqual({ second_step: false });
  await expect(
    issuePasswordReset(testDatabase.database, { email: "nobody@example.com", consoleUrl: "https://c.example" }),
  ).rejects.toMatchObject({ kind: "not_found" });
});
