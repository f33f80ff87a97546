// Workers send by the mail server that operators have set.
import type { MailConfiguration, Secrets } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { invoicePdfFor } from "../../src/billing/index.ts";
import { settingFindings } from "../../src/diagnosis/settings.ts";
import {
  createMailer,
  mailDelivery,
  mailQuery,
  mailReconcilers,
  sealMailPassword,
  sealTriedServer,
  sendsMail,
} from "../../src/mail/index.ts";
import { resealStoredValues } from "../../src/operator.ts";
import { smtpFixture } from "./smtp-fixture.ts";

const secrets = ["0123456789abcdef0123456789abcdef"] as const;
const none: MailConfiguration = { delivery: "none" };
const first = smtpFixture();
const second = smtpFixture();
let testDatabase: TestDatabase;
let served: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
});
afterAll(async () => {
  await served.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  first.received.length = 0;
  second.received.length = 0;
  await testDatabase.database.pool.query("DELETE FROM mail; DELETE FROM installation_mail");
});

/** A worker of its own, with connections of its own. */
function newWorker({ mail = none, known = secrets }: { mail?: MailConfiguration; known?: Secrets } = {}) {
  const database = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
  const mailer = createMailer(
    database.sql,
    { mail, secrets: known, publicConsoleUrl: "https://console.example.com" },
    invoicePdfFor(database.sql),
  );
  onTestFinished(async () => {
    mailer.close();
    await database.close();
  });
  return () => mailReconcilers[0].run({ database, mailer }, new AbortController().signal);
}

async function set(
  url: string,
  { username = null, password = "" }: { username?: string | null; password?: string } = {},
) {
  const { hostname, port } = new URL(url);
  const sealed = username === null ? null : sealMailPassword(secrets, hostname, password);
  await testDatabase.database.pool.query("DELETE FROM installation_mail");
  await testDatabase.database.pool.query(
    `INSERT INTO installation_mail (host, port, encryption, username, password_sealed, sender)
     VALUES ($1, $2, 'none', $3, $4, 'Cloud <cloud@example.com>')`,
    [hostname, Number(port), username, sealed],
  );
}

const queue = (to: string) =>
  served.transaction(async ({ send }) =>
    send(mailQuery({ secrets }, { to, letter: "test_mail", details: { by: "Ada" } })),
  );
const mails = () => testDatabase.database.prisma.mail.findMany();

test("two workers follow what operators set, replace and remove, without a restart", async () => {
  const workers = [newWorker(), newWorker()];
  for (const smtp of [first, second, first]) {
    await set(smtp.url);
    smtp.received.length = 0;
    for (const work of workers) {
      await queue("ada@example.com");
      await work();
    }
    expect(smtp.received).toMatchObject([{ from: "cloud@example.com" }, { from: "cloud@example.com" }]);
  }
  await testDatabase.database.pool.query("DELETE FROM installation_mail; DELETE FROM mail");
  for (const work of workers) {
    await queue("ada@example.com");
    await work();
  }
  expect(await mails()).toMatchObject(
    [1, 2].map(() => ({ given_up_at: expect.any(Date), problem: "this installation sends no mail" })),
  );
});

/** Queues a mail that tries a server. */
async function queueTry(url: string, password?: string) {
  const { hostname: host, port } = new URL(url);
  const recipient = "ada@example.com";
  const secret = sealTriedServer(secrets, recipient, {
    ...{ host, port: Number(port), encryption: "none", username: password === undefined ? null : "fulmar" },
    ...{ password_sealed: password === undefined ? null : sealMailPassword(secrets, host, password) },
    sender: "Tried <tried@example.com>",
  });
  await testDatabase.database.pool.query(
    "INSERT INTO mail (recipient, letter, details, secret) VALUES ($1, 'test_mail', '{\"by\": \"Ada\"}', $2)",
    [recipient, secret],
  );
}

test("a test mail that takes a server along is sent by it, whatever is set, and once", async () => {
  await queueTry(second.url);
  await newWorker()();
  expect(second.received).toMatchObject([{ from: "tried@example.com", to: ["ada@example.com"] }]);
  expect(await mails()).toMatchObject([{ sent_at: expect.any(Date), secret: null, problem: null }]);
  await set(first.url);
  await queueTry(second.url);
  await queue("grace@example.com");
  await newWorker()();
  expect(second.received).toHaveLength(2);
  expect(first.received).toMatchObject([{ to: ["grace@example.com"] }]);
});

test("a server that does not take the test mail is tried once, and its password is kept nowhere", async () => {
  await queueTry("smtp://127.0.0.1:9", "the-password-tried");
  expect(JSON.stringify(await mails())).not.toContain("the-password-tried");
  await newWorker()();
  expect(await mails()).toMatchObject([
    { given_up_at: expect.any(Date), secret: null, problem: expect.stringContaining("ECONNREFUSED") },
  ]);
  second.judge(() => 550);
  onTestFinished(() => second.judge(() => undefined));
  await queueTry(second.url);
  await newWorker()();
  expect((await mails()).map(({ given_up_at, secret }) => [given_up_at === null, secret])).toEqual(
    [1, 2].map(() => [false, null]),
  );
});

test("pages offer mails where the environment or operators say how they are sent", async () => {
  const host: MailConfiguration = { delivery: "smtp", smtpUrl: second.url, from: "host@example.com" };
  expect(await sendsMail(served.sql, { mail: none })).toBe(false);
  expect(await sendsMail(served.sql, { mail: host })).toBe(true);
  await set(first.url);
  expect(await sendsMail(served.sql, { mail: none })).toBe(true);
});

test("what the environment sets wins", async () => {
  await set(first.url);
  await queue("ada@example.com");
  await newWorker({ mail: { delivery: "smtp", smtpUrl: second.url, from: "host@example.com" } })();
  expect(second.received).toMatchObject([{ from: "host@example.com" }]);
  expect(first.received).toEqual([]);
});

test("a wrong password keeps the mail and what the server says; the right one, with odd characters, sends it", async () => {
  const password = "p@ss:w/rd %40 ключ";
  const server = new SMTPServer({
    ...{ disabledCommands: ["STARTTLS"], allowInsecureAuth: true, logger: false },
    onAuth: ({ username, password: given }, _, callback) =>
      username === "a:b@c" && given === password
        ? callback(null, { user: "a" })
        : callback(new Error("wrong password")),
    onData: (stream, _, callback) => void stream.resume().on("end", callback),
  });
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = listening.address();
  const url = `smtp://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const work = newWorker();
  await set(url, { username: "a:b@c", password: "not this" });
  await queue("ada@example.com");
  await expect(work()).rejects.toThrow("wrong password");
  expect(await mails()).toMatchObject([{ sent_at: null, problem: expect.stringMatching(/Invalid login: 535/) }]);
  expect(JSON.stringify(await mails())).not.toContain("not this");
  await set(url, { username: "a:b@c", password });
  await testDatabase.database.prisma.mail.updateMany({ data: { due_at: new Date(0) } });
  await work();
  expect(await mails()).toMatchObject([{ sent_at: expect.any(Date), problem: null }]);
});

test("a new secret seals the password again, which opens for its own host alone", async () => {
  const next = "fedcba9876543210fedcba9876543210";
  await set(first.url, { username: "fulmar", password: "hidden" });
  const { database } = testDatabase;
  expect(await resealStoredValues(database, { secrets: [next, ...secrets] })).toMatchObject({ installationSecrets: 1 });
  expect(await resealStoredValues(database, { secrets: [next, ...secrets] })).toMatchObject({ installationSecrets: 0 });
  const deliveryBy = (known: Secrets) => mailDelivery(database.sql, { mail: none, secrets: known });
  expect(await deliveryBy([next])).toMatchObject({ login: { user: "fulmar", pass: "hidden" } });
  await expect(deliveryBy(secrets)).rejects.toThrow();
  await database.pool.query("UPDATE installation_mail SET host = 'evil.example.com'");
  await expect(deliveryBy([next])).rejects.toThrow();
});

test("the doctor asks the mail server that operators have set", async () => {
  const configuration = {
    mail: none,
    secrets,
    billingUrl: undefined,
    payments: { provider: "transfer", account: "x" },
  };
  const found = async () => {
    const findings = await settingFindings(testDatabase.database, {
      ...configuration,
      ...{ environment: "development", ownerUrl: undefined, databaseUrl: testDatabase.url },
      ...{ webhookPrivateTargets: false, publicApiUrl: "https://a", publicConsoleUrl: "https://b" },
      ...{ publicObjectStoreUrl: "https://c", publicCdnUrl: "https://d" },
    } as Parameters<typeof settingFindings>[1]);
    return JSON.stringify(findings[0]);
  };
  expect(await found()).toContain("set the mail server on Settings");
  await set(first.url);
  expect(await found()).toContain("can be reached");
  await set("smtp://127.0.0.1:9");
  expect(await found()).toContain("correct the mail server on Settings");
});
