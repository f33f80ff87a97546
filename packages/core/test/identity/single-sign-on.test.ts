import type { Cells, SingleSignOn } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createPerson, createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createIdentity, type Identity } from "../../src/identity/create-identity.ts";
import { sealClientSecret } from "../../src/identity/index.ts";
import { browser } from "./browser-fixture.ts";
import { providerFixture } from "./provider-fixture.ts";

const PASSWORD = "correct-battery-staple-7";
const CONSOLE = "http://127.0.0.1:3000";
const ORGANIZATION = "org_00000000000000000000000000";

const provider = providerFixture(`${CONSOLE}/api/sso/callback/oidc`);
/** Another issuer, with the same client. */
const other = providerFixture(`${CONSOLE}/api/sso/callback/oidc`);
let testDatabase: TestDatabase;
/** The console's, whose login owns nothing. */
let served: Database;
let identity: Identity;

/** The identity services of an installation with the provider. */
function configured(sso: Partial<SingleSignOn> = {}, cells?: Cells, database = served): Identity {
  const { issuer, client } = provider;
  return createIdentity(database, {
    ...{ secrets: ["0123456789abcdef0123456789abcdef"] as const, publicConsoleUrl: CONSOLE, sessionHours: 720 },
    sso: {
      ...{ issuer, clientId: client.id, clientSecret: client.secret, name: "Example", domains: ["example.com"] },
      ...{ organizationId: undefined, role: "viewer", only: false, ...sso },
    },
    cells,
  });
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
  identity = configured();
  await createPerson(testDatabase.database, { email: "first@example.com", password: PASSWORD });
});
afterAll(async () => {
  await served.close();
  await testDatabase.drop();
});

function sso(of = identity) {
  return of.singleSignOn;
}

/** Signs in through the provider. */
async function signIn(visitor = browser(), of = identity, next?: string, at = provider) {
  const begun = visitor.keep(await sso(of).begin(next === undefined ? {} : { next }, visitor.headers()));
  const query = await at.walk(begun.body.url);
  const finished = visitor.keep(await sso(of).finish(query, visitor.headers()));
  return { visitor, query, path: finished.path, userId: (await of.session(visitor.headers())).userId };
}

const user = (email: string) => testDatabase.database.prisma.user.findUnique({ where: { email } });
const grace = { sub: "grace", email: "grace@example.com", email_verified: true };

test("nobody takes an installation without users by single sign-on", async () => {
  const empty = await createTestDatabase();
  const console = openDatabase(processUrl(empty.url, "fulmar_request"));
  onTestFinished(async () => {
    await console.close();
    await empty.drop();
  });
  provider.become(grace);
  const { path, userId } = await signIn(browser(), configured({}, undefined, console));
  expect({ path, userId }).toMatchObject({ path: expect.stringContaining("error=not_set_up"), userId: undefined });
  expect(await empty.database.prisma.user.count()).toBe(0);
});
test("a new user signs in by code flow with PKCE, state and nonce, and no token of the provider is kept", async () => {
  const newcomer = { sub: "newcomer", email: "newcomer@example.com", email_verified: true };
  provider.become(newcomer);
  const visitor = browser();
  const { body } = await sso().begin({}, visitor.headers());
  const asked = new URL(body.url).searchParams;
  expect(asked.get("response_type")).toBe("code");
  expect(asked.get("code_challenge_method")).toBe("S256");
  for (const name of ["code_challenge", "state", "nonce"]) expect(asked.get(name)?.length).toBeGreaterThan(20);
  expect(asked.get("redirect_uri")).toBe(`${CONSOLE}/api/sso/callback/oidc`);

  const { path, userId } = await signIn();
  expect(path).toBe("/");
  const made = await user(newcomer.email);
  expect(made).toMatchObject({ id: userId, name: "Grace Hopper", emailVerified: true });
  expect(await testDatabase.database.prisma.account.findMany({ where: { userId: made?.id ?? "" } })).toMatchObject([
    { providerId: "oidc", accountId: "newcomer", accessToken: null, refreshToken: null, idToken: null, password: null },
  ]);
  expect(await testDatabase.database.prisma.member.count({ where: { user_id: made?.id ?? "" } })).toBe(0);
  expect(
    await testDatabase.database.prisma.auditEvent.count({
      where: { actor_id: made?.id ?? "", action: "account.signIn" },
    }),
  ).toBe(1);

  for (const page of ["/invitations/some-token", "/workspaces/1/cloud-vms?status=running%2Cstopped&new=1"])
    expect(await signIn(browser(), identity, page)).toMatchObject({ path: page, userId });
});

test("a return address outside of the console is refused", async () => {
  for (const next of ["https://evil.example", "//evil.example", "/invitations/../x", "/api/sso/new-user?next=%2F"])
    await expect(sso().begin({ next }, new Headers())).rejects.toMatchObject({ kind: "invalid_request" });
});

test("a wrong state, the state of another browser, and a state that was used are refused", async () => {
  provider.become(grace);
  const visitor = browser();
  const { body } = visitor.keep(await sso().begin({}, visitor.headers()));
  const query = await provider.walk(body.url);
  const wrong = new URLSearchParams(query);
  wrong.set("state", "made-up");
  for (const [by, given] of [
    [visitor, wrong],
    [browser(), query],
  ] as const) {
    const refused = await sso().finish(given, by.headers());
    expect(refused.path).toMatch(/^\/sign-in\?error=state_/);
    expect((await identity.session(browserWith(refused.cookies))).userId).toBeUndefined();
  }
  const first = await sso().finish(query, visitor.headers());
  expect(first.path).toBe("/");
  expect((await sso().finish(query, visitor.headers())).path).toMatch(/^\/sign-in\?error=/);
});

function browserWith(cookies: readonly string[]): Headers {
  return new Headers({ cookie: cookies.map((line) => line.split(";")[0]).join("; ") });
}

test("an ID token of another sign-in is refused: its nonce differs", async () => {
  provider.become(grace);
  const visitor = browser();
  const { body } = visitor.keep(await sso().begin({}, visitor.headers()));
  const url = new URL(body.url);
  url.searchParams.set("nonce", "the-nonce-of-another-sign-in");
  const refused = await sso().finish(await provider.walk(url.href), visitor.headers());
  expect(refused.path).toBe("/sign-in?error=unable_to_get_user_info");
});

test("a code that the provider does not know, or that was used, is refused", async () => {
  provider.become(grace);
  const visitor = browser();
  const { body } = visitor.keep(await sso().begin({}, visitor.headers()));
  const query = await provider.walk(body.url);
  query.set("code", "made-up-or-expired");
  expect((await sso().finish(query, visitor.headers())).path).toBe("/sign-in?error=invalid_code");

  // A code that was used in one sign-in is replayed in another.
  const { query: used } = await signIn();
  const second = browser();
  const begun = second.keep(await sso().begin({}, second.headers()));
  const replay = await provider.walk(begun.body.url);
  replay.set("code", used.get("code") ?? "");
  expect((await sso().finish(replay, second.headers())).path).toBe("/sign-in?error=invalid_code");
});

test("an address that the provider has not verified is refused", async () => {
  provider.become({ sub: "eve", email: "eve@example.com", email_verified: false });
  const { path, userId } = await signIn();
  expect({ path, userId }).toMatchObject({
    path: expect.stringContaining("error=email_not_verified"),
    userId: undefined,
  });
  expect(await user("eve@example.com")).toBeNull();
});

test.each(["eve@other.example", "eve@sub.example.com", "eve@example.com.evil.example"])(
  "an address of another domain is refused: %s",
  async (email) => {
    provider.become({ sub: "eve", email, email_verified: true });
    const { path, userId } = await signIn();
    expect({ path, userId }).toMatchObject({ path: expect.stringContaining("error=other_domain"), userId: undefined });
    expect(await user(email)).toBeNull();
  },
);

test("a user who moves to another domain at the provider can no longer sign in", async () => {
  provider.become({ sub: "mover", email: "mover@example.com", email_verified: true });
  expect((await signIn()).path).toBe("/");
  provider.become({ sub: "mover", email: "mover@other.example", email_verified: true });
  expect((await signIn()).path).toContain("error=other_domain");
});

test("no new account is made while a cell does not answer that may have one", async () => {
  const eu1 = { name: "eu1", consoleUrl: CONSOLE };
  const eu2 = { name: "eu2", consoleUrl: "http://127.0.0.1:9" };
  const cells = { own: "eu1", all: [eu1], open: ["eu1"], key: "the key of the cells of the tests" };
  provider.become({ sub: "new", email: "new@example.com", email_verified: true });
  const withSilent = configured({}, { ...cells, all: [eu1, eu2] });
  expect((await signIn(browser(), withSilent)).path).toContain("/sign-in?error=cell_unavailable");
  expect(await user("new@example.com")).toBeNull();
  expect((await signIn(browser(), configured({}, cells))).path).toBe("/");
  // An account that is there signs in whatever the others do.
  expect((await signIn(browser(), withSilent)).path).toBe("/");
});

test("an existing account is joined if its address was proven, and refused if not", async () => {
  const email = "ada@example.com";
  const userId = await createPerson(testDatabase.database, { email, password: PASSWORD });
  provider.become({ sub: "ada", email, email_verified: true });
  const refused = await signIn();
  expect(refused).toMatchObject({ path: "/sign-in?error=account_not_linked", userId: undefined });
  await testDatabase.database.prisma.user.update({ where: { id: userId }, data: { emailVerified: true } });
  expect(await signIn()).toMatchObject({ path: "/", userId });
});

test("new users join the configured organization with its role, once", async () => {
  await testDatabase.database.prisma.organization.create({ data: { organization_id: ORGANIZATION, name: "Example" } });
  const joining = configured({ organizationId: ORGANIZATION, role: "developer" });
  provider.become({ sub: "joe", email: "joe@example.com", email_verified: true });
  const { userId = "" } = await signIn(browser(), joining);
  const members = () => testDatabase.database.prisma.member.findMany({ where: { user_id: userId } });
  expect(await members()).toMatchObject([{ organization_id: ORGANIZATION, role: "developer" }]);
  await testDatabase.database.prisma.member.deleteMany({ where: { user_id: userId } });
  await signIn(browser(), joining);
  expect(await members()).toEqual([]);
});

test("where only the provider signs users in, the right password is refused", async () => {
  const only = configured({ only: true });
  await expect(only.signIn({ email: "first@example.com", password: PASSWORD }, new Headers())).rejects.toMatchObject({
    kind: "forbidden",
    code: "passwords_off",
  });
  await expect(only.passkeys.signIn({}, new Headers())).rejects.toMatchObject({ code: "passwords_off" });
  provider.become(grace);
  expect((await signIn(browser(), only)).path).toBe("/");
});

test("a user id means somebody else at another issuer, on the host and in the settings", async () => {
  const own = await createTestDatabase();
  const console = openDatabase(processUrl(own.url, "fulmar_request"));
  onTestFinished(async () => {
    await console.close();
    await own.drop();
  });
  await createPerson(own.database, { email: "first@example.com", password: PASSWORD });
  const accounts = () =>
    own.database.prisma.account.findMany({ where: { accountId: "7" }, orderBy: { createdAt: "asc" } });
  const ofHost = (at: typeof provider) => configured({ issuer: at.issuer }, undefined, console);
  const ada = { sub: "7", email: "ada@example.com", email_verified: true };
  const eve = { sub: "7", email: "eve@example.com", email_verified: true };
  // An account of a release that kept no issuer is of the issuer of the host.
  const before = await createPerson(own.database, { email: ada.email, password: PASSWORD });
  await own.database.prisma.account.create({
    data: { id: "before", accountId: "7", providerId: "oidc", userId: before, updatedAt: new Date() },
  });
  provider.become(ada);
  const { userId: adaId } = await signIn(browser(), ofHost(provider));
  expect(adaId).toBe(before);

  // The host's issuer is another one from a start on. Its user 7 is Eve.
  other.become(eve);
  const { userId: eveId } = await signIn(browser(), ofHost(other), undefined, other);
  expect(eveId).toBeDefined();
  expect(eveId).not.toBe(adaId);
  // Ada has another id there, and is known by her address, which the installation must know as hers.
  await own.database.prisma.user.update({ where: { id: before }, data: { emailVerified: false } });
  other.become({ ...ada, sub: "8" });
  expect(await signIn(browser(), ofHost(other), undefined, other)).toMatchObject({
    path: "/sign-in?error=account_not_linked",
  });
  await own.database.prisma.user.update({ where: { id: before }, data: { emailVerified: true } });
  expect((await signIn(browser(), ofHost(other), undefined, other)).userId).toBe(adaId);
  // Each issuer finds its own again.
  expect((await signIn(browser(), ofHost(provider))).userId).toBe(adaId);
  other.become(eve);
  expect((await signIn(browser(), ofHost(other), undefined, other)).userId).toBe(eveId);
  expect((await accounts()).map(({ providerId, userId }) => [providerId, userId])).toEqual([
    ["oidc", adaId],
    [`oidc:${other.issuer}`, eveId],
  ]);

  // The same where operators have set it, to a console that runs on.
  const secrets = ["0123456789abcdef0123456789abcdef"] as const;
  const running = createIdentity(console, { secrets, publicConsoleUrl: CONSOLE, sessionHours: 720 });
  for (const [at, whom] of [
    [provider, adaId],
    [other, eveId],
    [provider, adaId],
  ] as const) {
    await own.database.pool.query("DELETE FROM installation_single_sign_on");
    await own.database.pool.query(
      `INSERT INTO installation_single_sign_on (issuer, client_id, client_secret_sealed, name, domains, role, passwords_off)
       VALUES ($1, $2, $3, 'Example', '{example.com}', 'viewer', false)`,
      [`${at.issuer}/`, at.client.id, sealClientSecret(secrets, `${at.issuer}/`, at.client.secret)],
    );
    expect((await signIn(browser(), running, undefined, at)).userId).toBe(whom);
  }
});

test("accounts of an issuer that nobody knows are found by no other", async () => {
  const own = await createTestDatabase();
  const console = openDatabase(processUrl(own.url, "fulmar_request"));
  onTestFinished(async () => {
    await console.close();
    await own.drop();
  });
  const { issuer, client } = provider;
  const before = await createPerson(own.database, { email: "ada@example.com", password: PASSWORD });
  await own.database.prisma.account.create({
    data: { id: "before", accountId: "7", providerId: "oidc", userId: before, updatedAt: new Date() },
  });
  const secrets = ["0123456789abcdef0123456789abcdef"] as const;
  await own.database.pool.query(
    `INSERT INTO installation_single_sign_on (issuer, client_id, client_secret_sealed, name, domains, role, passwords_off)
     VALUES ($1, $2, $3, 'Example', '{}', 'viewer', false)`,
    [issuer, client.id, sealClientSecret(secrets, issuer, client.secret)],
  );
  provider.become({ sub: "7", email: "eve@example.com", email_verified: true });
  const { userId } = await signIn(
    browser(),
    createIdentity(console, { secrets, publicConsoleUrl: CONSOLE, sessionHours: 720 }),
  );
  expect(userId).toBeDefined();
  expect(userId).not.toBe(before);
});

test("a provider that does not answer is asked again at the next sign-in", async () => {
  const lost = configured({ issuer: "http://127.0.0.1:9" });
  await expect(sso(lost).begin({}, new Headers())).rejects.toMatchObject({ kind: "unavailable" });
  await expect(sso(lost).begin({}, new Headers())).rejects.toMatchObject({ kind: "unavailable" });
});

test("who gets an account at the first sign-in is a setting: everybody, the invited, or addresses of domains", async () => {
  const { prisma } = testDatabase.database;
  onTestFinished(async () => {
    await prisma.installationSettings.updateMany({ data: { sign_up: "open", sign_up_domains: [] } });
  });
  const open = configured({ domains: [] });
  let people = 0;
  const arrive = async (email: string) => {
    provider.become({ sub: `arrival-${people++}`, email, email_verified: true });
    const { path, userId } = await signIn(browser(), open);
    if (userId === undefined) expect(path).toContain("error=sign_up_closed");
    return userId !== undefined;
  };
  await prisma.installationSettings.updateMany({ data: { sign_up: "domains", sign_up_domains: ["partner.example"] } });
  expect(await arrive("one@partner.example")).toBe(true);
  expect(await arrive("Two@Partner.EXAMPLE")).toBe(true);
  for (const stranger of [
    "a@sub.partner.example",
    "a@partner.example.org",
    "a@notpartner.example",
    "partner.example@b.example",
  ])
    expect(await arrive(stranger), stranger).toBe(false);

  await prisma.installationSettings.updateMany({ data: { sign_up: "invited" } });
  expect(await arrive("three@partner.example")).toBe(false);
  const inviter = await createPerson(testDatabase.database, { email: "inviter@example.com", password: PASSWORD });
  await prisma.organization.create({ data: { organization_id: "org_inviting", name: "Inviting" } });
  await prisma.member.create({ data: { organization_id: "org_inviting", user_id: inviter, role: "owner" } });
  const invite = (email: string, days: number) =>
    prisma.invitation.create({
      data: {
        ...{
          invitation_id: `inv_${email}`,
          organization_id: "org_inviting",
          email,
          role: "viewer",
          invited_by: inviter,
        },
        hash: Buffer.from(email),
        expires_at: new Date(Date.now() + days * 86_400_000),
      },
    });
  await invite("late@partner.example", -1);
  await invite("four@elsewhere.example", 1);
  expect(await arrive("late@partner.example")).toBe(false);
  expect(await arrive("Four@Elsewhere.example")).toBe(true);
  // Who has an account signs in, whatever is set.
  provider.become({ sub: "arrival-0", email: "one@partner.example", email_verified: true });
  expect((await signIn(browser(), open)).userId).toBeDefined();
});

test("two consoles follow the provider that operators set, and refuse passwords while it says so", async () => {
  const { pool } = testDatabase.database;
  const secrets = ["0123456789abcdef0123456789abcdef"] as const;
  const base = { secrets, publicConsoleUrl: CONSOLE, sessionHours: 720 };
  const consoles = [createIdentity(served, base), createIdentity(served, base)];
  const { issuer, client } = provider;
  const set = async (secret: string, passwordsOff = false) => {
    await pool.query("DELETE FROM installation_single_sign_on");
    await pool.query(
      `INSERT INTO installation_single_sign_on (issuer, client_id, client_secret_sealed, name, domains, role, passwords_off)
       VALUES ($1, $2, $3, 'Example', '{example.com}', 'viewer', $4)`,
      [issuer, client.id, sealClientSecret(secrets, issuer, secret), passwordsOff],
    );
  };
  onTestFinished(() => void pool.query("DELETE FROM installation_single_sign_on"));
  const byPassword = (of: Identity) =>
    of.signIn({ email: "first@example.com", password: PASSWORD }, browser().headers());
  provider.become(grace);
  for (const each of consoles)
    await expect(sso(each).begin({}, browser().headers())).rejects.toMatchObject({ kind: "not_found" });

  await set("not this");
  for (const each of consoles) expect((await signIn(browser(), each)).userId).toBeUndefined();
  await set(client.secret, true);
  for (const each of consoles) {
    expect(await signIn(browser(), each)).toMatchObject({ path: "/", userId: expect.any(String) });
    await expect(byPassword(each)).rejects.toMatchObject({ code: "passwords_off" });
  }
  // The way back in, on the host.
  expect((await byPassword(createIdentity(served, { ...base, passwordsOn: true }))).body.second_step).toBe(false);
  await set(client.secret);
  for (const each of consoles) expect((await byPassword(each)).body.second_step).toBe(false);
  await pool.query("DELETE FROM installation_single_sign_on");
  for (const each of consoles)
    await expect(sso(each).begin({}, browser().headers())).rejects.toMatchObject({ kind: "not_found" });
});
