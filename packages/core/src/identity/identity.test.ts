import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createIdentity, type Identity } from "./create-identity.ts";
import { readProfile } from "./read-profile.ts";
import { isFirstRun, registerFirstUser } from "./register.ts";
import { createUserWithPassword } from "./users.ts";

const PERSON = { email: "ada@example.com", name: "Ada", password: "a-long-password" };
const DEVELOPMENT = { environment: "development" } as const;

let testDatabase: TestDatabase;
/** The console's, whose login owns nothing. */
let served: Database;
let identity: Identity;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
  identity = createIdentity(served, {
    secrets: ["0123456789abcdef0123456789abcdef"],
    publicConsoleUrl: "http://127.0.0.1:3000",
    sessionHours: 720,
  });
  await createUserWithPassword(served, PERSON);
});
afterAll(async () => {
  await served.close();
  await testDatabase.drop();
});

// Attempts count for a while, also for their source, which none has here.
beforeEach(async () => {
  await testDatabase.database.prisma.attemptLimit.deleteMany();
});

const cookieOf = (setCookies: readonly string[]) =>
  new Headers({ cookie: setCookies.map((line) => line.split(";")[0]).join("; ") });

test("the first user gets an organization and a workspace, and a second registration is refused", async () => {
  const installation = await createTestDatabase();
  const console = openDatabase(processUrl(installation.url, "fulmar_request"));
  onTestFinished(async () => {
    await console.close();
    await installation.drop();
  });
  expect(await isFirstRun(console)).toBe(true);
  const form = { ...PERSON, email: "Ada@Example.com", organization_name: "Ada Inc", workspace_name: "main" };
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => registerFirstUser(console, DEVELOPMENT, form, { requestId: "req_first", sourceIp: "192.0.2.1" })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({
    kind: "conflict",
    code: "already_set_up",
  });
  expect(await isFirstRun(console)).toBe(false);

  const user = await console.prisma.user.findFirstOrThrow();
  expect(await readProfile(console, user.id, undefined)).toMatchObject({
    email: PERSON.email,
    organizations: [{ name: "Ada Inc", role: "owner", workspaces: [{ name: "main" }] }],
  });
  // Like every other organization, it has an empty wallet and the first events of its trail.
  expect(await console.prisma.wallet.count()).toBe(1);
  const events = await console.prisma.auditEvent.findMany({
    select: { action: true, actor_id: true, request_id: true, source_ip: true },
  });
  expect(events).toEqual([
    { action: "organization.create", actor_id: user.id, request_id: "req_first", source_ip: "192.0.2.1" },
  ]);
});

test("an incomplete registration names the wrong fields", async () => {
  await expect(registerFirstUser(served, DEVELOPMENT, { email: "no" }, {})).rejects.toMatchObject({
    kind: "invalid_request",
    errors: expect.arrayContaining([
      expect.objectContaining({ field: "email" }),
      expect.objectContaining({ field: "password" }),
    ]),
  });
});

test("a session begins with the right password and ends with sign-out", async () => {
  const { cookies: setCookies } = await identity.signIn(
    { email: PERSON.email, password: PERSON.password },
    new Headers(),
  );
  expect(setCookies.join()).toMatch(/HttpOnly/i);
  expect(setCookies.join()).toMatch(/SameSite=Lax/i);
  const session = cookieOf(setCookies);
  const user = await served.prisma.user.findUniqueOrThrow({ where: { email: PERSON.email } });
  expect((await identity.session(session)).userId).toBe(user.id);
  await identity.signOut(session);
  expect((await identity.session(session)).userId).toBeUndefined();
});

test("a forged cookie gives no session", async () => {
  expect((await identity.session(new Headers({ cookie: "fulmar.session_token=made.up" }))).userId).toBeUndefined();
});

test.each([
  ["a wrong password", { email: PERSON.email, password: "not this one" }],
  ["an unknown e-mail address", { email: "nobody@example.com", password: PERSON.password }],
])("sign-in with %s is refused with the same answer", async (_what, attempt) => {
  await expect(identity.signIn(attempt, new Headers())).rejects.toMatchObject({
    kind: "unauthenticated",
    code: "wrong_credentials",
  });
});

test("sign-in is rate limited after ten attempts on an account, even with the right password", async () => {
  await createUserWithPassword(served, { ...PERSON, email: "guessed@example.com" });
  const guess = (password: string) => identity.signIn({ email: "guessed@example.com", password }, new Headers());
  const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, attempt) => guess(`guess ${attempt}`)));
  const wrong = { status: "rejected", reason: { kind: "unauthenticated" } };
  expect(answers).toMatchObject(Array<typeof wrong>(10).fill(wrong));
  // A slow machine may take longer than the wait, which is a second by now.
  const limits = testDatabase.database.prisma.attemptLimit;
  const later = new Date(Date.now() + 4000);
  await limits.updateMany({
    where: { blocked_until: { gt: new Date(Date.now() - 60_000) } },
    data: { blocked_until: later },
  });
  await expect(guess(PERSON.password)).rejects.toMatchObject({ kind: "rate_limited" });
});
