import { randomBytes } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingFindings } from "../../src/diagnosis/settings.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const production = {
  FULMAR_ENVIRONMENT: "production",
  FULMAR_SECRET: randomBytes(32).toString("hex"),
  FULMAR_MASTER_KEY: randomBytes(32).toString("hex"),
};

const PUBLIC = [
  ["FULMAR_PUBLIC_API_URL", "fail"],
  ["FULMAR_PUBLIC_CONSOLE_URL", "fail"],
  ["FULMAR_PUBLIC_OBJECT_STORE_URL", "warn"],
  ["FULMAR_PUBLIC_CDN_URL", "warn"],
] as const;

/** The doctor's findings on URLs, with one at all four places. */
async function saidOf(url: string, environment: Readonly<Record<string, string>>) {
  const urls = Object.fromEntries(PUBLIC.map(([name]) => [name, url]));
  const configuration = loadConfiguration({ DATABASE_URL: testDatabase.url, ...environment, ...urls });
  const found = await settingFindings(testDatabase.database, configuration);
  return found.filter(({ check }) => check.startsWith("URL "));
}

describe("public URLs in production", () => {
  test.each([
    ...[
      "http://cloud.example.com",
      "http://10.0.0.7:3000",
      "HTTP://Cloud.Example.com/",
      "http://0.0.0.0",
      "http://[::]",
    ],
    ...["http://localhost.example.com", "http://127.0.0.1.example.com", "http://128.0.0.1", "http://[2001:db8::1]"],
    ...["http://localhost@cloud.example.com", "http://cloudlocalhost"],
  ])("%s is named, because others can read along", async (url) => {
    expect(await saidOf(url, production)).toEqual(
      PUBLIC.map(([name, state]) => ({
        check: `URL ${name}`,
        state,
        sentence: expect.stringMatching(new RegExp(`is not encrypted, .*: set ${name} to an https:// URL\\.$`)),
      })),
    );
    expect(await saidOf(url, {})).toEqual([]);
  });

  test.each([
    ...[
      "https://cloud.example.com",
      "http://127.0.0.1:4000",
      "http://127.8.9.1",
      "http://[::1]:3000",
      "http://LOCALHOST",
    ],
    ...["http://fulmar.localhost", "http://127.1"],
  ])("%s is not", async (url) => {
    expect(await saidOf(url, production)).toEqual([]);
  });
});

const stripe = { FULMAR_PAYMENTS: "stripe", FULMAR_STRIPE_SECRET_KEY: "sk_test_1234" };

test.each([
  [{}, "warn", "Customers are not told where to send money: set FULMAR_TRANSFER_ACCOUNT, or FULMAR_PAYMENTS."],
  [{ FULMAR_TRANSFER_ACCOUNT: "DE00 1234" }, "ok", "Customers pay by transfer, and operators confirm what arrived."],
  [stripe, "fail", "Nobody can pay at Stripe: set FULMAR_STRIPE_WEBHOOK_SECRET."],
  [{ ...stripe, FULMAR_STRIPE_WEBHOOK_SECRET: "whsec_1234" }, "ok", "Customers pay at Stripe."],
])("payments with %o", async (environment, state, sentence) => {
  const configuration = loadConfiguration({ DATABASE_URL: testDatabase.url, ...environment });
  const found = await settingFindings(testDatabase.database, configuration);
  expect(found).toContainEqual({ check: "payments", state, sentence });
});
