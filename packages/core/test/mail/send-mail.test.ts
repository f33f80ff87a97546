import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MailConfiguration, Secrets } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { invoicePdfFor } from "../../src/billing/index.ts";
import { createMailer, mailQuery, mailReconcilers } from "../../src/mail/index.ts";
import type { Post } from "../../src/mail/post.ts";
import { resealStoredValues } from "../../src/operator.ts";
import { decoded, smtpFixture } from "./smtp-fixture.ts";

const secrets = ["0123456789abcdef0123456789abcdef"] as const;
const from = "Fulmar <fulmar@example.com>";
const smtp = smtpFixture();
let testDatabase: TestDatabase;
/** The console's, whose login owns nothing. */
let served: Database;
let worker: Database;

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
  smtp.received.length = 0;
  smtp.judge(() => undefined);
  await testDatabase.database.prisma.mail.deleteMany();
});

const queue = (mail: Parameters<typeof mailQuery>[1]) =>
  served.transaction(async ({ send }) => send(mailQuery({ secrets }, mail)));

const queueInvitation = (to: string, organization_name = "Ada Inc") =>
  queue({
    ...{ to, letter: "invitation", secret: "the-secret-of-the-link" },
    details: { organization_name, invited_by: "Ada", role: "viewer" },
  });

const opened = (configuration: Parameters<typeof createMailer>[1]) =>
  createMailer(worker.sql, configuration, invoicePdfFor(worker.sql));

/** Runs the reconciler once, as a worker does. */
async function work(mail?: MailConfiguration, known: Secrets = secrets): Promise<void> {
  const mailer = opened({
    ...{ secrets: known, publicConsoleUrl: "https://console.example.com" },
    mail: mail ?? { delivery: "smtp", smtpUrl: smtp.url, from },
  });
  try {
    await mailReconcilers[0].run({ database: worker, mailer }, new AbortController().signal);
  } finally {
    mailer.close();
  }
}

const rows = () => testDatabase.database.prisma.mail.findMany();
const makeDue = () => testDatabase.database.prisma.mail.updateMany({ data: { due_at: new Date(0) } });

test("a mail is sent by SMTP as text and HTML, and its link's secret is in the database in no form afterwards", async () => {
  await queueInvitation("grace@example.com");
  const [queued] = await rows();
  expect(queued?.secret?.length).toBeGreaterThan(0);
  expect(JSON.stringify(queued)).not.toContain("the-secret-of-the-link");
  expect(Buffer.from(queued?.secret ?? []).toString("latin1")).not.toContain("the-secret-of-the-link");
  await work();
  expect(smtp.received).toHaveLength(1);
  const [mail] = smtp.received;
  expect(mail).toMatchObject({ from: "fulmar@example.com", to: ["grace@example.com"] });
  expect(mail?.text).toContain("Subject: Join Ada Inc\n");
  expect(mail?.text).toContain(`Message-ID: <${queued?.mail_id}@example.com>\n`);
  expect(mail?.text).toContain("Ada invites you to join the organization Ada Inc as viewer.\n");
  expect(mail?.text).toContain("\nhttps://console.example.com/invitations/the-secret-of-the-link\n");
  expect(mail?.text).toContain('<a href="https://console.example.com/invitations/the-secret-of-the-link">');
  expect(await rows()).toMatchObject([{ sent_at: expect.any(Date), secret: null, attempts: 1 }]);
  await makeDue();
  await work();
  expect(smtp.received).toHaveLength(1);
});

test("a mail of a change that is rolled back is not sent", async () => {
  const details = { source_ip: null };
  await expect(
    served.transaction(async ({ send }) => {
      send(mailQuery({ secrets }, { to: "grace@example.com", letter: "password_changed", details }));
      throw new Error("the change failed");
    }),
  ).rejects.toThrow("the change failed");
  await work();
  expect(smtp.received).toEqual([]);
});

test("the link of a mail that waits through a rotation of FULMAR_SECRET is sealed again, and sent", async () => {
  const next = "the next secret of an installation!!";
  await queueInvitation("grace@example.com");
  await queue({ to: "ada@example.com", letter: "password_changed", details: { source_ip: null } });
  await served.transaction(async ({ send }) =>
    send(
      mailQuery(
        { secrets: [next] },
        {
          ...{ to: "eve@example.com", letter: "invitation", secret: "a-later-link" },
          details: { organization_name: "Ada Inc", invited_by: "Ada", role: "viewer" },
        },
      ),
    ),
  );
  const reseal = () => resealStoredValues(testDatabase.database, { secrets: [next, ...secrets] });
  expect(await reseal()).toMatchObject({ mails: 1 });
  expect(await reseal()).toMatchObject({ mails: 0 });
  await work(undefined, [next]);
  const links = smtp.received.flatMap(({ text }) => /\nhttps:\/\/.*\/invitations\/(.*)\n/.exec(text)?.[1] ?? []);
  expect(links.toSorted()).toEqual(["a-later-link", "the-secret-of-the-link"]);
  expect(await rows()).toMatchObject(Array(3).fill({ sent_at: expect.any(Date), secret: null }));
});

test("names of others become neither markup nor headers", async () => {
  await queueInvitation("grace@example.com", 'A <b>"bold"</b> name\r\nBcc: eve@example.com');
  await work();
  const [{ to, text } = { to: [], text: "" }] = smtp.received;
  expect(to).toEqual(["grace@example.com"]);
  expect(text.slice(0, text.indexOf("\n\n"))).not.toMatch(/^Bcc:/im);
  expect(text).toContain("A &lt;b&gt;&quot;bold&quot;&lt;/b&gt; name");
});

test("a mail that the server puts off is tried again later, as the same message", async () => {
  smtp.judge(() => 451);
  await queueInvitation("grace@example.com");
  await expect(work()).rejects.toThrow(/1 mails could not be sent.*451/);
  expect(await rows()).toMatchObject([{ sent_at: null, given_up_at: null, problem: expect.stringContaining("451") }]);
  smtp.judge(() => undefined);
  await work();
  expect(smtp.received).toEqual([]);
  await makeDue();
  await work();
  expect(smtp.received).toHaveLength(1);
  expect(await rows()).toMatchObject([{ sent_at: expect.any(Date), attempts: 2, problem: null }]);
});

test("an unreachable server loses no mail", async () => {
  await queueInvitation("grace@example.com");
  await expect(work({ delivery: "smtp", smtpUrl: "smtp://127.0.0.1:9", from })).rejects.toThrow("ECONNREFUSED");
  await makeDue();
  await work();
  expect(smtp.received).toHaveLength(1);
});

test("a worker that dies after sending leaves the mail for another attempt", async () => {
  await queueInvitation("grace@example.com");
  const mailer = opened({
    secrets,
    publicConsoleUrl: "https://c.example",
    mail: { delivery: "smtp", smtpUrl: smtp.url, from },
  });
  const dying = {
    deliver: async (message: Parameters<Post["deliver"]>[0]) => {
      await (await mailer.post())?.deliver(message);
      throw new Error("the worker died");
    },
    close: () => mailer.close(),
  };
  await expect(
    mailReconcilers[0].run(
      { database: worker, mailer: { ...mailer, post: async () => dying } },
      new AbortController().signal,
    ),
  ).rejects.toThrow("the worker died");
  dying.close();
  await makeDue();
  await work();
  const ids = smtp.received.map(({ text }) => /Message-ID: (.*)/.exec(text)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("a refused recipient is given up, and the others of the batch are sent", async () => {
  smtp.judge((address) => (address.startsWith("nobody") ? 550 : undefined));
  await queueInvitation("nobody@example.com");
  await queueInvitation("grace@example.com");
  await expect(work()).rejects.toThrow("550");
  expect(smtp.received.map(({ to }) => to)).toEqual([["grace@example.com"]]);
  expect(
    await testDatabase.database.prisma.mail.findFirst({ where: { recipient: "nobody@example.com" } }),
  ).toMatchObject({
    ...{ given_up_at: expect.any(Date), secret: null },
    problem: expect.stringContaining("550"),
  });
});

test("a mail that was not sent in time is given up", async () => {
  await queueInvitation("grace@example.com");
  await testDatabase.database.prisma.mail.updateMany({ data: { expires_at: new Date(0) } });
  await work();
  expect(smtp.received).toEqual([]);
  expect(await rows()).toMatchObject([
    { given_up_at: expect.any(Date), secret: null, problem: "it was not sent in time" },
  ]);
});

test("without a mail server, development writes files that only their owner can read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-mail-"));
  await queueInvitation("grace@example.com");
  await work({ delivery: "files", folder: join(folder, "mail"), from });
  const [name = "", ...others] = readdirSync(join(folder, "mail"));
  expect(others).toEqual([]);
  expect(name).toMatch(/\.eml$/);
  expect(statSync(join(folder, "mail", name)).mode & 0o777).toBe(0o600);
  const text = decoded(readFileSync(join(folder, "mail", name), "utf8"));
  expect(text).toContain("To: grace@example.com\n");
  expect(text).toContain("/invitations/the-secret-of-the-link");
  rmSync(folder, { recursive: true });
});

test("without a mail server, production gives mails up and keeps no secret", async () => {
  await queueInvitation("grace@example.com");
  await work({ delivery: "none" });
  expect(await rows()).toMatchObject([{ given_up_at: expect.any(Date), secret: null }]);
});

test("mails are deleted after 14 days", async () => {
  await queueInvitation("grace@example.com");
  await queueInvitation("ada@example.com");
  await testDatabase.database.prisma.mail.updateMany({
    ...{ where: { recipient: "ada@example.com" }, data: { created_at: new Date(Date.now() - 15 * 86_400_000) } },
  });
  const mailer = opened({ secrets, publicConsoleUrl: "https://c.example", mail: { delivery: "none" } });
  await mailReconcilers[1].run({ database: worker, mailer }, new AbortController().signal);
  expect((await rows()).map(({ recipient }) => recipient)).toEqual(["grace@example.com"]);
});

test("recipients take turns, however many mails wait for one", async () => {
  for (let number = 0; number < 25; number++) await queueInvitation("many@example.com");
  await queueInvitation("grace@example.com");
  await makeDue();
  // In the order in which the server is given them, of one batch after the other.
  await work();
  const place = smtp.received.findIndex(({ to }) => to.includes("grace@example.com"));
  expect(smtp.received).toHaveLength(26);
  expect(place).toBeLessThan(20);
});

test("mails have the name of the cloud, and answers go to its support", async () => {
  const { prisma } = testDatabase.database;
  const choose = (data: { name: string; support_email: string | null }) =>
    prisma.installationSettings.updateMany({ data });
  onTestFinished(async () => {
    await choose({ name: "Fulmar", support_email: null });
  });
  await queueInvitation("grace@example.com");
  await work();
  expect(smtp.received.at(-1)?.text).toContain("From: Fulmar <fulmar@example.com>\n");
  expect(smtp.received.at(-1)?.text).toContain("Nobody reads answers to it.");
  await choose({ name: "Nord, Cloud", support_email: "help@example.com" });
  await queueInvitation("grace@example.com");
  await work();
  const mail = smtp.received.at(-1);
  expect(mail).toMatchObject({ from: "fulmar@example.com", to: ["grace@example.com"] });
  expect(mail?.text).toContain('From: "Nord, Cloud" <fulmar@example.com>\n');
  expect(mail?.text).toContain("Reply-To: help@example.com\n");
  expect(mail?.text).toContain("Subject: Nord, Cloud: Join Ada Inc\n");
  expect(mail?.text).toContain("For help, answer it or write to help@example.com.");
});
