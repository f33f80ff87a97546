// Invoices that mails carry, as a mail server gets them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MailConfiguration, Secrets } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dunInvoices } from "../../src/billing/dunning.ts";
import { invoicePdfFor } from "../../src/billing/index.ts";
import { issueInvoices } from "../../src/billing/issue-invoices.ts";
import { createMailer, mailQuery, mailReconcilers } from "../../src/mail/index.ts";
import { resealStoredValues, seedPlatform } from "../../src/operator.ts";
import { textOf } from "../billing/pdf-text.ts";
import { smtpFixture } from "./smtp-fixture.ts";

const organization_id = "org_engines";
const secrets = ["0123456789abcdef0123456789abcdef"] as const;
const from = "Fulmar <fulmar@example.com>";
const smtp = smtpFixture();
let testDatabase: TestDatabase;
let database: Database;
let worker: Database;
let number: string;

// An invoice in yen of a cloud with a name of its own, to an owner and to the address of the billing details.
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  worker = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
  await seedPlatform(database, { environment: "development" });
  const { prisma } = database;
  await prisma.installationSettings.updateMany({ data: { name: "Nordwolke", currency: "JPY" } });
  await prisma.organization.create({ data: { organization_id, name: "Motörs" } });
  await prisma.wallet.create({ data: { organization_id, balance: "0", credit_limit: "100000", currency: "JPY" } });
  const { workspace_id } = await prisma.workspace.create({ data: { organization_id, name: "Main" } });
  await database.pool.query(`INSERT INTO "user" (id, name, email) VALUES ('usr_owner', 'Ada', 'ada@example.com')`);
  await prisma.member.create({ data: { organization_id, user_id: "usr_owner", role: "owner" } });
  await prisma.billingDetails.create({
    data: { organization_id, legal_name: "Motörs", address_lines: [], country: "JP", email: "books@example.com" },
  });
  await prisma.usageRecord.create({
    data: {
      ...{ workspace_id, hour: new Date("2025-01-01"), charge_id: 1, resource_type: "bucket", resource_id: "media" },
      ...{ sku_code: "bucket.standard", seconds: 3600, quantity: 1, unit_price: "1200", amount: "1200" },
    },
  });
  await database.pool.query(
    "INSERT INTO ledger_entry (organization_id, workspace_id, kind, amount, reference) VALUES ($1, $2, 'usage', -1200, '2025-01-01T00:00Z')",
    [organization_id, workspace_id],
  );
  await database.pool.query("UPDATE meter SET invoiced_until = '2025-01-01', metered_until = '2025-02-01'");
  await issueInvoices(worker, { now: new Date("2025-02-01T00:05:00Z") });
  ({ number } = await prisma.invoice.findFirstOrThrow());
});
afterAll(async () => {
  await worker.close();
  await testDatabase.drop();
});
beforeEach(() => {
  smtp.received.length = 0;
});

const mailer = (mail?: MailConfiguration, known: Secrets = secrets, pdf = invoicePdfFor(worker.sql)) =>
  createMailer(
    worker.sql,
    {
      ...{ secrets: known, publicConsoleUrl: "https://console.example.com" },
      mail: mail ?? { delivery: "smtp", smtpUrl: smtp.url, from },
    },
    pdf,
  );

/** Runs the reconciler once, as a worker does. */
async function work(by = mailer()): Promise<void> {
  try {
    await mailReconcilers[0].run({ database: worker, mailer: by }, new AbortController().signal);
  } finally {
    by.close();
  }
}

/** Queues the mails of the invoice again. */
async function again(): Promise<void> {
  await database.prisma.mail.updateMany({ data: { sent_at: null, given_up_at: null, due_at: new Date(0) } });
}

interface Part {
  readonly type: string;
  readonly head: string;
  readonly body: string;
  readonly parts: readonly Part[];
}

/** The structure of a message (RFC 2046). */
function partOf(message: string): Part {
  const [, head = "", body = ""] = /^(.*?)\r\n\r\n(.*)$/s.exec(message) ?? [];
  const unfolded = head.replaceAll(/\r\n\s+/g, " ");
  const type = /^Content-Type: ([\w/]+)/im.exec(unfolded)?.[1] ?? "";
  const boundary = /boundary="?([^";]+)"?/.exec(unfolded)?.[1];
  const inner = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  return { type, head: unfolded, body, parts: inner.map((each) => partOf(each.replace(/^\r\n/, ""))) };
}

function pdfIn(message: string): Buffer {
  const pdf = partOf(message).parts.find(({ type }) => type === "application/pdf");
  if (pdf === undefined) throw new Error(`there is no PDF in ${message}`);
  return Buffer.from(pdf.body, "base64");
}

const pdfInAny = (raw: string) => partOf(raw).parts.some(({ type }) => type === "application/pdf");

test("the mail of an invoice carries its PDF behind text and HTML, and the queue keeps none of it", async () => {
  const queued = await database.prisma.mail.findMany();
  expect(JSON.stringify(queued).length).toBeLessThan(2_000);
  await work();
  expect(new Set(smtp.received.flatMap(({ to }) => to))).toEqual(new Set(["ada@example.com", "books@example.com"]));
  for (const { raw, text } of smtp.received) {
    expect(text).toContain("It is attached as a PDF.\n");
    const { type, parts } = partOf(raw);
    expect(type).toBe("multipart/mixed");
    expect(parts.map((part) => [part.type, part.parts.map((inner) => inner.type)])).toEqual([
      ["multipart/alternative", ["text/plain", "text/html"]],
      ["application/pdf", []],
    ]);
    expect(parts[1]?.head).toContain("Content-Transfer-Encoding: base64");
    expect(parts[1]?.head).toMatch(new RegExp(`Content-Disposition: attachment; filename="?invoice-${number}.pdf"?`));
    const pdf = pdfIn(raw);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const words = textOf(pdf);
    expect(words).toContain(number);
    expect(words).toContain("Nordwolke");
    expect(words).toContain("JPY");
    expect(raw).toContain("From: Nordwolke <fulmar@example.com>");
  }
});

test("two workers send each mail once", async () => {
  await again();
  await Promise.all([work(), work()]);
  expect(smtp.received).toHaveLength(2);
});

test("a PDF that cannot be made is a mail that is sent later, and never one without it", async () => {
  await again();
  const broken = mailer(undefined, secrets, () => Promise.reject(new Error("no paper")));
  await expect(work(broken)).rejects.toThrow("no paper");
  expect(smtp.received).toEqual([]);
  expect(await database.prisma.mail.findMany()).toMatchObject(
    Array(2).fill({ sent_at: null, given_up_at: null, problem: "Error: no paper" }),
  );
  await database.prisma.mail.updateMany({ data: { due_at: new Date(0) } });
  await work();
  expect(smtp.received).toHaveLength(2);
});

test("a mail goes with its PDF after the keys of mails have changed", async () => {
  const next = "the next secret of an installation!!";
  await again();
  const details = { organization_name: "Motörs", invited_by: "Ada", role: "viewer" } as const;
  await database.transaction(async ({ send }) =>
    send(mailQuery({ secrets }, { to: "eve@example.com", letter: "invitation", secret: "the-link", details })),
  );
  expect(await resealStoredValues(database, { secrets: [next, ...secrets] })).toMatchObject({ mails: 1 });
  await work(mailer(undefined, [next]));
  const [invitation] = smtp.received.filter(({ to }) => to.includes("eve@example.com"));
  expect(invitation?.text).toContain("/invitations/the-link");
  expect(partOf(invitation?.raw ?? "").type).toBe("multipart/alternative");
  expect(smtp.received.filter(({ raw }) => pdfInAny(raw))).toHaveLength(2);
});
test("a reminder carries the invoice, and one of a release before carries nothing", async () => {
  await database.prisma.mail.deleteMany();
  await dunInvoices(worker, { now: new Date("2025-02-20T00:05:00Z") });
  const reminder = await database.prisma.mail.findFirstOrThrow({ where: { recipient: "ada@example.com" } });
  const { invoice_id: _left, ...before } = reminder.details as Record<string, string>;
  await database.prisma.mail.update({ where: { mail_id: reminder.mail_id }, data: { details: before } });
  await work();
  const to = (address: string) => smtp.received.find(({ to: [first] }) => first === address)?.raw ?? "";
  expect(textOf(pdfIn(to("books@example.com")))).toContain(number);
  expect(partOf(to("ada@example.com")).type).toBe("multipart/alternative");
  expect(to("ada@example.com")).not.toContain("attached");
});

test("files of development have the PDF, too", async () => {
  await again();
  const folder = mkdtempSync(join(tmpdir(), "fulmar-mail-"));
  await work(mailer({ delivery: "files", folder, from }));
  const carried = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  rmSync(folder, { recursive: true });
  expect(carried.filter(pdfInAny)).toHaveLength(1);
});
