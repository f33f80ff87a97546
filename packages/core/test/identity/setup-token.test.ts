import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isFirstRun, issueSetupToken, registerFirstUser } from "../../src/identity/index.ts";

const FORM = {
  ...{ name: "Ada", email: "ada@example.com", password: "correct-battery-staple-7" },
  ...{ organization_name: "Ada Inc", workspace_name: "main" },
};

let testDatabase: TestDatabase;
/** The console's, whose login owns nothing. */
let served: Database;
let addresses = 0;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
});
afterEach(async () => {
  await served.close();
  await testDatabase.drop();
});

/** Registers in production, from another client address each time. */
function register(setup_token?: string, sourceIp?: string) {
  addresses += 1;
  const input = setup_token === undefined ? FORM : { ...FORM, setup_token };
  const origin = { requestId: "req_test", sourceIp: sourceIp ?? `192.0.2.${addresses}` };
  return registerFirstUser(served, { environment: "production" }, input, origin);
}

const wrong = { kind: "forbidden", code: "wrong_setup_token", status: 403 };

test("the first visitor of an installation in production is refused, and nothing is made", async () => {
  await expect(register()).rejects.toMatchObject(wrong);
  await expect(register("a-guess")).rejects.toMatchObject(wrong);
  await issueSetupToken(testDatabase.database);
  await expect(register()).rejects.toMatchObject(wrong);
  await expect(register("")).rejects.toMatchObject(wrong);
  await expect(register("a-guess")).rejects.toMatchObject(wrong);
  expect(await isFirstRun(testDatabase.database)).toBe(true);
  expect(await testDatabase.database.prisma.organization.count()).toBe(0);
});

test("the holder of the setup token takes the installation, once", async () => {
  const { token } = await issueSetupToken(testDatabase.database);
  expect(JSON.stringify(await testDatabase.database.prisma.setupToken.findMany())).not.toContain(token);
  await register(token);
  expect(await testDatabase.database.prisma.setupToken.count()).toBe(0);
  await expect(register(token)).rejects.toMatchObject({ code: "already_set_up" });
  await expect(issueSetupToken(testDatabase.database)).rejects.toMatchObject({ code: "already_set_up" });
});

test("a newer token ends an earlier one, and a token ends after 24 hours", async () => {
  const { token: earlier } = await issueSetupToken(testDatabase.database);
  const { token } = await issueSetupToken(testDatabase.database);
  await expect(register(earlier)).rejects.toMatchObject(wrong);
  await testDatabase.database.prisma.setupToken.updateMany({ data: { expires_at: new Date() } });
  await expect(register(token)).rejects.toMatchObject(wrong);
});

test("guesses are limited, and the token's holder is not locked out", async () => {
  const { token } = await issueSetupToken(testDatabase.database);
  const guesses = await Promise.allSettled(
    Array.from({ length: 11 }, (_, n) => register(`guess-${n}`, "198.51.100.1")),
  );
  const kinds = guesses.map((guess) => (guess.status === "rejected" ? guess.reason.kind : "accepted"));
  expect(kinds.toSorted()).toEqual([...Array<string>(10).fill("forbidden"), "rate_limited"]);
  await register(token, "198.51.100.2");
});

test("an incomplete form leaves the token in force", async () => {
  const { token } = await issueSetupToken(testDatabase.database);
  await expect(
    registerFirstUser(served, { environment: "production" }, { setup_token: token }, {}),
  ).rejects.toMatchObject({ kind: "invalid_request" });
  await register(token);
});
