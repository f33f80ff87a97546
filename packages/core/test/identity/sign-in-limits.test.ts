import { AccountEvent } from "@fulmar/contract";
import { openDatabase } from "@fulmar/prisma";
import { createPerson, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { makeAttempt } from "../../src/identity/attempts.ts";
import { readSignInFailures } from "../../src/identity/audit-account.ts";
import { createIdentity, type Identity } from "../../src/identity/create-identity.ts";
import { createUserWithPassword } from "../../src/identity/users.ts";
import { DomainError } from "../../src/request/domain-error.ts";
import { countAttempt, purgeAttempts, TooManyAttempts } from "../../src/request/door/attempt-limit.ts";
import { performAs } from "../perform-as.ts";

const HOUR_MS = 3_600_000;
const PASSWORD = "a-long-password";
const CONFIGURATION = {
  secrets: ["0123456789abcdef0123456789abcdef"],
  publicConsoleUrl: "http://127.0.0.1:3000",
  sessionHours: 720,
} as const;

let testDatabase: TestDatabase;
let identity: Identity;
let perform: ReturnType<typeof performAs>;
let email: string;
let userId: string;
let people = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  perform = performAs(testDatabase);
  identity = createIdentity(testDatabase.database, CONFIGURATION);
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  people += 1;
  email = `person-${people}@example.com`;
  userId = await createPerson(testDatabase.database, { email, password: PASSWORD });
  await testDatabase.database.prisma.attemptLimit.deleteMany();
  await testDatabase.database.prisma.signInFailure.deleteMany();
});

const from = (address: string, userAgent = "Browser/1") =>
  new Headers({ "x-forwarded-for": address, "user-agent": userAgent });

/** How an attempt ended: "in", or the code of its refusal. */
const outcome = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "in",
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );
const signIn = (password: string, headers: Headers, who = identity, name = email) =>
  outcome(who.signIn({ email: name, password }, headers));

/** Counts attempts without the cost of a password's hash. */
const count = (account: string, sourceIp: string) =>
  countAttempt(testDatabase.database.sql, { what: "sign-in", account, sourceIp });

async function times<Result>(count: number, each: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index++) results.push(await each(index));
  return results;
}

/** Moves the waits that were set lately to their end, or far from it. */
const moveWaits = (milliseconds: number) =>
  testDatabase.database.prisma.attemptLimit.updateMany({
    where: { blocked_until: { gt: new Date(Date.now() - HOUR_MS) } },
    data: { blocked_until: new Date(Date.now() + milliseconds) },
  });

const events = async () => {
  const { value } = await perform("account.events", { userId }, { limit: 100 });
  return z.array(AccountEvent).parse(value);
};

test("two processes count together", async () => {
  const second = openDatabase(testDatabase.url);
  try {
    const processes = [identity, createIdentity(second, CONFIGURATION)];
    await times(8, () => count(email, "192.0.2.1"));
    const guesses = await times(2, (index) => signIn("not this one", from("192.0.2.1"), processes[index]));
    expect(new Set(guesses)).toEqual(new Set(["wrong_credentials"]));
    await moveWaits(HOUR_MS);
    expect(await times(2, (index) => signIn(PASSWORD, from("192.0.2.1"), processes[index]))).toEqual([
      "rate_limited",
      "rate_limited",
    ]);
  } finally {
    await second.close();
  }
});

test("of 50 parallel guesses, ten are checked", async () => {
  const begun = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => signIn(`guess ${index}`, from("192.0.2.1"))),
  );
  const checked = outcomes.filter((code) => code === "wrong_credentials").length;
  expect(checked).toBeGreaterThanOrEqual(10);
  // On a slow machine, the waits of 1, 2 and 4 seconds after the tenth may pass meanwhile.
  const seconds = (performance.now() - begun) / 1000;
  expect(checked).toBeLessThanOrEqual(10 + Math.floor(Math.log2(seconds + 1)));
  expect(outcomes.filter((code) => code === "rate_limited")).toHaveLength(50 - checked);
});

test("waits double up to 15 minutes", async () => {
  const limits = testDatabase.database.prisma.attemptLimit;
  await times(9, () => count(email, "192.0.2.1"));
  const waits = await times(13, async () => {
    await count(email, "192.0.2.1");
    const { blocked_until, forget_at } = await limits.findFirstOrThrow({ orderBy: { forget_at: "desc" } });
    await moveWaits(-1000);
    return Math.round((blocked_until.getTime() - forget_at.getTime()) / 1000) + 24 * 3600;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test.each([
  [1, "a second"],
  [59, "59 seconds"],
  [60, "a minute"],
  [64, "2 minutes"],
  [900, "15 minutes"],
])("a wait of %i seconds is said in words", (seconds, words) => {
  const refusal = new TooManyAttempts(seconds, 1);
  expect(refusal).toMatchObject({
    status: 429,
    retryAfterSeconds: seconds,
    message: `Too many attempts; wait ${words}, then try again.`,
  });
});

test("nobody locks another out: the right password from another address gets in", async () => {
  await times(10, () => count(email, "192.0.2.1"));
  await moveWaits(HOUR_MS);
  expect(await signIn(PASSWORD, from("192.0.2.1"))).toBe("rate_limited");
  expect(await signIn(PASSWORD, from("192.0.2.2"))).toBe("in");
});

test("while many addresses guess at an account, each has one guess, and the right password still gets in", async () => {
  await times(100, (index) => count(email, `198.51.100.${index}`));
  expect(await signIn(PASSWORD, from("203.0.113.1"))).toBe("in");
  expect(await signIn("not this one", from("203.0.113.2"))).toBe("wrong_credentials");
  await moveWaits(HOUR_MS);
  expect(await signIn(PASSWORD, from("203.0.113.2"))).toBe("rate_limited");
  expect(await signIn(PASSWORD, from("203.0.113.3"))).toBe("in");
});

test("an address that guesses at many accounts is limited, and its IPv6 network counts as one", async () => {
  await times(60, (index) => count(`account-${index}@example.com`, `2001:db8::${index.toString(16)}`));
  await moveWaits(HOUR_MS);
  expect(await signIn(PASSWORD, from("2001:db8::ffff"))).toBe("rate_limited");
  expect(await signIn(PASSWORD, from("2001:db8:0:1::1"))).toBe("in");
});

test("the right password ends the waits of its address, and counts as no failure", async () => {
  await times(9, () => count(email, "192.0.2.1"));
  expect(await times(3, () => signIn(PASSWORD, from("192.0.2.1")))).toEqual(["in", "in", "in"]);
  const rows = await testDatabase.database.prisma.attemptLimit.findMany({ select: { attempts: true } });
  expect(rows.map(({ attempts }) => attempts).sort()).toEqual([9, 9]);
});

test("an attempt that could not be checked is taken back", async () => {
  const broken = () => Promise.reject(new Error("the database is away"));
  await times(12, () =>
    makeAttempt(testDatabase.database, "password", { email }, { sourceIp: "192.0.2.1" }, broken).catch(() => undefined),
  );
  expect(await signIn(PASSWORD, from("192.0.2.1"))).toBe("in");
});

test("an account that does not exist is answered alike", async () => {
  const attempt = async (name: string, address: string) => {
    const guesses = await times(10, () => signIn("not this one", from(address), identity, name));
    await moveWaits(HOUR_MS);
    return [...guesses, await signIn(PASSWORD, from(address), identity, name)];
  };
  const known = await attempt(email, "192.0.2.1");
  expect(await attempt("nobody@example.com", "192.0.2.77")).toEqual(known);
  expect(known).toEqual([...Array<string>(10).fill("wrong_credentials"), "rate_limited"]);
  const kept = await testDatabase.database.prisma.auditEvent.count({ where: { source_ip: "192.0.2.77" } });
  expect(kept).toBe(0);
});

test("a signed-in user's password cannot be guessed either", async () => {
  const change = (current_password: string) =>
    outcome(
      perform(
        "account.changePassword",
        { userId, sessionId: "a-session" },
        { current_password, new_password: "another-password" },
      ),
    );
  expect(new Set(await times(10, () => change("not this one")))).toEqual(new Set(["wrong_password"]));
  await moveWaits(HOUR_MS);
  expect(await change(PASSWORD)).toBe("rate_limited");
  await moveWaits(-1000);
  expect(await change(PASSWORD)).toBe("in");
});

test("failures leave events at the account with address, browser and reason", async () => {
  await signIn("not this one", from("192.0.2.1", "Thief/1"));
  await times(9, () => count(email, "192.0.2.1"));
  await moveWaits(HOUR_MS);
  await signIn(PASSWORD, from("192.0.2.1", "Thief/2"));
  await signIn(PASSWORD, from("192.0.2.2", "Owner/1"));
  await perform(
    "account.changePassword",
    { userId, sessionId: "a-session" },
    { current_password: "not this one", new_password: "another-password" },
  ).catch(() => undefined);
  expect(
    (await events()).map(({ action, source_ip, user_agent, detail }) => [action, source_ip, user_agent, detail]),
  ).toEqual([
    ["account.confirmFailed", null, null, "wrong password"],
    ["account.signIn", "192.0.2.2", "Owner/1", null],
    ["account.attemptsLimited", "192.0.2.1", "Thief/2", "refused without a check"],
    ["account.signInFailed", "192.0.2.1", "Thief/1", "wrong password"],
  ]);
  const counted = await readSignInFailures(testDatabase.database);
  expect(new Map(counted.map(({ kind, failures }) => [kind, failures]))).toEqual(
    new Map([
      ["password", 1],
      ["limited", 1],
      ["confirmation", 1],
    ]),
  );
});

test("a flood of failures leaves few events, and all count in the metrics", async () => {
  const wrong = () => Promise.reject(new DomainError("unauthenticated", "wrong", { code: "wrong_credentials" }));
  await times(300, (index) =>
    makeAttempt(
      testDatabase.database,
      "password",
      { email },
      { sourceIp: `198.51.${index >> 8}.${index & 255}` },
      wrong,
    ).catch(() => undefined),
  );
  const kept = await events();
  expect(kept).toHaveLength(14);
  expect(kept[0]?.detail).toBe("wrong password; 200 times in an hour");
  expect(await readSignInFailures(testDatabase.database)).toEqual([{ kind: "password", failures: 300 }]);
});

test("a limit is forgotten after its time, and its row is deleted", async () => {
  await times(10, () => count(email, "192.0.2.1"));
  await testDatabase.database.prisma.attemptLimit.updateMany({
    data: { forget_at: new Date(Date.now() - 1000), blocked_until: new Date(Date.now() - 1000) },
  });
  expect((await count(email, "192.0.2.1")).attempts).toBe(1);
  expect((await count("other@example.com", "192.0.2.9")).attempts).toBe(1);
  await testDatabase.database.prisma.attemptLimit.updateMany({ data: { forget_at: new Date(Date.now() - 1000) } });
  await purgeAttempts.run({ database: testDatabase.database }, new AbortController().signal);
  expect(await testDatabase.database.prisma.attemptLimit.count()).toBe(0);
});

test.each([
  ["password2024!", "is known from data breaches or easy to guess; choose another"],
  ["1234567890", "is known from data breaches or easy to guess; choose another"],
  ["aaaaaaaaaaaaaaaa", "is known from data breaches or easy to guess; choose another"],
  ["zebra-PERSON-quartz-1", "must not contain the name in your e-mail address"],
  ["zebra-Fulmar-quartz-1", "must not contain the name of this product"],
])("the password %s is refused for a new account and as a new password", async (password, message) => {
  const address = `person@${people}.example.com`;
  const created = createUserWithPassword(testDatabase.database, { name: "Eve", email: address, password });
  await expect(created).rejects.toMatchObject({ code: "weak_password", errors: [{ field: "password", message }] });
  await testDatabase.database.prisma.user.update({ where: { id: userId }, data: { email: address } });
  const changed = perform(
    "account.changePassword",
    { userId, sessionId: "a-session" },
    { current_password: PASSWORD, new_password: password },
  );
  await expect(changed).rejects.toMatchObject({ code: "weak_password", errors: [{ field: "new_password", message }] });
});

test("a session ends at its last moment, however lately it was used", async () => {
  const { cookies } = await identity.signIn({ email, password: PASSWORD }, from("192.0.2.1"));
  const headers = new Headers({ cookie: cookies.map((line) => line.split(";")[0]).join("; ") });
  const sessions = testDatabase.database.prisma.session;
  const { endsAt, createdAt } = await sessions.findFirstOrThrow({ where: { userId } });
  expect(Math.round((endsAt.getTime() - createdAt.getTime()) / 3_600_000)).toBe(CONFIGURATION.sessionHours);
  expect((await identity.session(headers)).userId).toBe(userId);
  await sessions.updateMany({ where: { userId }, data: { endsAt: new Date(Date.now() - 1000) } });
  expect((await identity.session(headers)).userId).toBeUndefined();
  expect((await identity.prolongedSession(headers)).userId).toBeUndefined();
  await expect(identity.secondFactor.begin({ password: PASSWORD }, headers)).rejects.toMatchObject({
    kind: "unauthenticated",
  });
  const security = await perform("account.security", { userId, sessionId: "another" }, {});
  expect(security.value).toMatchObject({ sessions: [] });
});
