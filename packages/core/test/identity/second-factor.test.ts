import { AccountSecurity } from "@fulmar/contract";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createPerson, createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createIdentity, type Identity } from "../../src/identity/create-identity.ts";
import { resealSecondFactors } from "../../src/identity/rotation.ts";
import { performAs } from "../perform-as.ts";
import { browser, codeOf } from "./browser-fixture.ts";

const PASSWORD = "a-long-password";
const SECRET = "0123456789abcdef0123456789abcdef";
const CONFIGURATION = { secrets: [SECRET], publicConsoleUrl: "http://127.0.0.1:3000", sessionHours: 720 } as const;
const ORIGIN = { requestId: "req_test", sourceIp: "192.0.2.1" };

let testDatabase: TestDatabase;
/** The console's, whose login owns nothing. */
let served: Database;
let identity: Identity;
let perform: ReturnType<typeof performAs>;
let email: string;
let userId: string;
let people = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
  perform = performAs(testDatabase);
  await served.prisma.organization.create({ data: { organization_id: "org_a", name: "A" } });
});
afterAll(async () => {
  await served.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  people += 1;
  // A separate instance, so that it counts no attempts of other tests.
  identity = createIdentity(served, CONFIGURATION);
  email = `person-${people}@example.com`;
  userId = await createPerson(served, { email, password: PASSWORD });
  await served.prisma.member.create({
    data: { organization_id: "org_a", user_id: userId, role: "viewer" },
  });
});

async function signedIn(userAgent?: string) {
  const visitor = browser(userAgent);
  visitor.keep(await identity.signIn({ email, password: PASSWORD }, visitor.headers()));
  return visitor;
}

async function withSecondFactor() {
  const visitor = await signedIn();
  const { body } = await identity.secondFactor.begin({ password: PASSWORD }, visitor.headers());
  visitor.keep(await identity.secondFactor.confirm({ code: codeOf(body.totp_uri) }, visitor.headers(), ORIGIN));
  return { visitor, ...body };
}

const holder = async (visitor: ReturnType<typeof browser>) => ({
  ...(await identity.session(visitor.headers())),
  userId,
  ...ORIGIN,
});
const idOf = async (visitor: ReturnType<typeof browser>) => (await identity.session(visitor.headers())).userId;

/** The faults of the person's failed sign-ins, which the person sees as events. */
async function failures() {
  const where = { actor_id: userId, action: "account.signInFailed", organization_id: null };
  const events = await testDatabase.database.prisma.auditEvent.findMany({ where });
  return events.map(({ detail }) => detail);
}

test("a second factor requires a code at sign-in, and each code works once", async () => {
  const { visitor, totp_uri } = await withSecondFactor();
  expect(await idOf(visitor)).toBe(userId);
  const other = browser();
  expect(other.keep(await identity.signIn({ email, password: PASSWORD }, other.headers())).body).toEqual({
    second_step: true,
  });
  expect(await idOf(other)).toBeUndefined();
  await expect(identity.signInWithCode({ code: "000000" }, other.headers())).rejects.toMatchObject({
    code: "wrong_code",
  });
  const code = codeOf(totp_uri, 1);
  other.keep(await identity.signInWithCode({ code: ` ${code.slice(0, 3)} ${code.slice(3)}` }, other.headers()));
  expect(await idOf(other)).toBe(userId);

  const thief = browser();
  thief.keep(await identity.signIn({ email, password: PASSWORD }, thief.headers()));
  const sessions = await served.prisma.session.count({ where: { userId } });
  await expect(identity.signInWithCode({ code }, thief.headers())).rejects.toMatchObject({ code: "wrong_code" });
  expect(await served.prisma.session.count({ where: { userId } })).toBe(sessions);
  expect(await failures()).toEqual(["wrong code", "wrong code"]);
});

test("a recovery code signs in once, and new codes invalidate the old ones", async () => {
  const { visitor, recovery_codes } = await withSecondFactor();
  expect(recovery_codes).toHaveLength(10);
  const [first, second] = recovery_codes;
  const attempt = async (recovery_code: string | undefined) => {
    const other = browser();
    other.keep(await identity.signIn({ email, password: PASSWORD }, other.headers()));
    other.keep(await identity.signInWithCode({ recovery_code }, other.headers()));
    return idOf(other);
  };
  expect(await attempt(first)).toBe(userId);
  await expect(attempt(first)).rejects.toMatchObject({ code: "wrong_code" });
  const { body } = await identity.secondFactor.renewRecoveryCodes({ password: PASSWORD }, visitor.headers(), ORIGIN);
  await expect(attempt(second)).rejects.toMatchObject({ code: "wrong_code" });
  expect(await attempt(body.recovery_codes[0])).toBe(userId);
  expect(await failures()).toEqual(["wrong recovery code", "wrong recovery code"]);
});

test.each([
  [{}, "code"],
  [{ code: 123_456 }, "code"],
  [{ recovery_code: null }, "recovery_code"],
])("a malformed second step %j is refused with the name of its field", async (input, field) => {
  await expect(identity.signInWithCode(input, new Headers())).rejects.toMatchObject({
    kind: "invalid_request",
    errors: [{ field }],
  });
});

test("codes are limited at the account that they are for, whatever other cookies there are", async () => {
  const { totp_uri } = await withSecondFactor();
  const step = browser();
  step.keep(await identity.signIn({ email, password: PASSWORD }, step.headers()));
  const cookie = step.headers().get("cookie") ?? "";
  const code = codeOf(totp_uri, 1);
  for (const doubled of [
    `fulmar.two_factor=2fa-another.signature; ${cookie}`,
    `${cookie}; __Secure-fulmar.two_factor=2fa-another.signature`,
    `${cookie}; fulmar.two_factor =2fa-another.signature`,
    cookie.replace("2fa-", "%32fa-"),
    "fulmar.two_factor=2fa-another.signature",
    "",
  ])
    await expect(identity.signInWithCode({ code }, new Headers({ cookie: doubled })), doubled).rejects.toMatchObject({
      code: "sign_in_again",
    });
  step.keep(await identity.signInWithCode({ code }, step.headers()));
  expect(await idOf(step)).toBe(userId);
});

test("a rotation of the installation's secret keeps sessions, second factors and recovery codes", async () => {
  const { visitor, totp_uri, recovery_codes } = await withSecondFactor();
  const [former, next] = [SECRET, "f".repeat(32)] as const;
  const { database } = testDatabase;
  const during = createIdentity(database, { ...CONFIGURATION, secrets: [next, former] });
  const after = createIdentity(database, { ...CONFIGURATION, secrets: [next] });
  expect(await during.session(visitor.headers())).toMatchObject({ userId });
  expect((await after.session(visitor.headers())).userId).toBeUndefined();
  const forged = new Headers({ cookie: (visitor.headers().get("cookie") ?? "").replace(/.(?=%3D)/, "_") });
  expect((await during.session(forged)).userId).toBeUndefined();

  const second = async (at: Identity, step: object) => {
    const other = browser();
    other.keep(await at.signIn({ email, password: PASSWORD }, other.headers()));
    other.keep(await at.signInWithCode(step, other.headers()));
    return (await at.session(other.headers())).userId;
  };
  expect(await second(during, { recovery_code: recovery_codes[0] })).toBe(userId);
  await expect(second(after, { code: codeOf(totp_uri, 1) })).rejects.toThrow();
  expect(await resealSecondFactors(database.sql, [next, former])).toBeGreaterThan(0);
  expect(await resealSecondFactors(database.sql, [next, former])).toBe(0);
  expect(await second(after, { recovery_code: recovery_codes[1] })).toBe(userId);
  expect(await second(after, { code: codeOf(totp_uri, 1) })).toBe(userId);
});

test("a second factor of an earlier version, which names no secret, is sealed again", async () => {
  const { recovery_codes } = await withSecondFactor();
  const { prisma, sql } = testDatabase.database;
  const stored = await prisma.twoFactor.findUniqueOrThrow({ where: { userId } });
  const unnamed = (text: string) => text.replace(/^\$ba\$\d+\$/, "");
  const data = { secret: unnamed(stored.secret), backupCodes: unnamed(stored.backupCodes) };
  expect(data.secret).not.toBe(stored.secret);
  await prisma.twoFactor.update({ where: { userId }, data });
  expect(await resealSecondFactors(sql, [SECRET])).toBe(1);
  const other = browser();
  other.keep(await identity.signIn({ email, password: PASSWORD }, other.headers()));
  other.keep(await identity.signInWithCode({ recovery_code: recovery_codes[0] }, other.headers()));
  expect(await idOf(other)).toBe(userId);
});

test("neither the secret nor the recovery codes are stored in the clear", async () => {
  const { totp_uri, recovery_codes } = await withSecondFactor();
  const kept = JSON.stringify(await served.prisma.twoFactor.findMany());
  expect(kept).not.toContain(new URL(totp_uri).searchParams.get("secret"));
  for (const code of recovery_codes) expect(kept).not.toContain(code);
});

test("after ten wrong codes even the right one is refused as rate limited", async () => {
  const { totp_uri } = await withSecondFactor();
  const guess = async (visitor: ReturnType<typeof browser>, code: string) =>
    identity.signInWithCode({ code }, visitor.headers()).then(
      () => "signed in",
      (error: { code: string }) => error.code,
    );
  const outcomes: string[] = [];
  for (let round = 0; round < 2; round++) {
    const visitor = browser();
    visitor.keep(await identity.signIn({ email, password: PASSWORD }, visitor.headers()));
    for (let attempt = 0; attempt < 5; attempt++) outcomes.push(await guess(visitor, "000000"));
  }
  expect(new Set(outcomes)).toEqual(new Set(["wrong_code"]));
  const visitor = browser();
  visitor.keep(await identity.signIn({ email, password: PASSWORD }, visitor.headers()));
  expect(await guess(visitor, codeOf(totp_uri, 1))).toBe("rate_limited");
});

test("setting up and turning off the second factor require the password and are audited", async () => {
  const visitor = await signedIn();
  const wrong = { password: "not this one" };
  await expect(identity.secondFactor.begin(wrong, visitor.headers())).rejects.toMatchObject({ code: "wrong_password" });
  await expect(identity.secondFactor.begin({ password: PASSWORD }, new Headers())).rejects.toMatchObject({
    kind: "unauthenticated",
  });
  const set = await withSecondFactor();
  await expect(identity.secondFactor.begin({ password: PASSWORD }, set.visitor.headers())).rejects.toMatchObject({
    code: "second_factor_on",
  });
  await expect(identity.secondFactor.end(wrong, set.visitor.headers(), ORIGIN)).rejects.toMatchObject({
    code: "wrong_password",
  });
  set.visitor.keep(await identity.secondFactor.end({ password: PASSWORD }, set.visitor.headers(), ORIGIN));
  expect((await identity.signIn({ email, password: PASSWORD }, new Headers())).body).toEqual({ second_step: false });
  const events = await served.prisma.auditEvent.findMany({
    where: { actor_id: userId },
    orderBy: { at: "asc" },
  });
  const inTrail = (own: boolean) =>
    events.filter(({ organization_id }) => (organization_id === null) === own).map(({ action }) => action);
  // The organization's audit trail shows how its members sign in. Only the members see when they do.
  expect(inTrail(false)).toEqual(["account.enableSecondFactor", "account.disableSecondFactor"]);
  const ownChanges = inTrail(true).filter((action) => !["account.signIn", "account.confirmFailed"].includes(action));
  expect(ownChanges).toEqual(inTrail(false));
  expect(inTrail(true).at(-1)).toBe("account.signIn");
});

test("a revoked session is invalid on the next request, and sessions show their browsers", async () => {
  const here = await signedIn("Here/1");
  const there = await signedIn("There/1");
  const { sessions } = AccountSecurity.parse((await perform("account.security", await holder(here), {})).value);
  expect(sessions.map(({ user_agent, current }) => ({ user_agent, current }))).toEqual(
    expect.arrayContaining([
      { user_agent: "Here/1", current: true },
      { user_agent: "There/1", current: false },
    ]),
  );
  const session_id = sessions.find(({ current }) => !current)?.session_id;
  await perform("account.revokeSession", await holder(here), { session_id });
  expect(await idOf(there)).toBeUndefined();
  const third = await signedIn();
  expect((await perform("account.revokeOtherSessions", await holder(here), {})).value).toEqual({ revoked: 1 });
  expect([await idOf(here), await idOf(third)]).toEqual([userId, undefined]);
});

test("a user cannot end another user's session", async () => {
  const here = await signedIn();
  const mine = await holder(here);
  const stranger = await createPerson(served, { name: "Eve", email: `eve-${people}@example.com`, password: PASSWORD });
  const end = perform("account.revokeSession", { ...mine, userId: stranger }, { session_id: mine.sessionId });
  await expect(end).rejects.toMatchObject({ kind: "not_found" });
  expect(await idOf(here)).toBe(userId);
});

test("a new password ends the other sessions, and a wrong old one is refused", async () => {
  const here = await signedIn();
  const there = await signedIn();
  const change = (current_password: string) =>
    holder(here).then((who) =>
      perform("account.changePassword", who, { current_password, new_password: "another-password" }),
    );
  await expect(change("not this one")).rejects.toMatchObject({ code: "wrong_password" });
  await change(PASSWORD);
  expect([await idOf(here), await idOf(there)]).toEqual([userId, undefined]);
  await expect(identity.signIn({ email, password: PASSWORD }, new Headers())).rejects.toMatchObject({
    code: "wrong_credentials",
  });
  await identity.signIn({ email, password: "another-password" }, new Headers());
});

test("a used session is prolonged, with at most one write per hour", async () => {
  const visitor = await signedIn();
  const read = () => served.prisma.session.findFirstOrThrow({ where: { userId } });
  const fresh = await read();
  expect((await identity.prolongedSession(visitor.headers())).cookies).toEqual([]);
  expect(await read()).toEqual(fresh);
  const earlier = (moment: Date) => new Date(moment.getTime() - 2 * 3600_000);
  await served.prisma.session.update({
    where: { id: fresh.id },
    data: { expiresAt: earlier(fresh.expiresAt), updatedAt: earlier(fresh.updatedAt) },
  });
  expect((await identity.session(visitor.headers())).userId).toBe(userId);
  expect((await read()).expiresAt).toEqual(earlier(fresh.expiresAt));
  expect((await identity.prolongedSession(visitor.headers())).cookies.join()).toMatch(/session_token/);
  expect((await read()).expiresAt.getTime()).toBeGreaterThanOrEqual(fresh.expiresAt.getTime());
});
