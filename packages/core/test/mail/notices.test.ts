import { loadConfiguration } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createPerson, createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoicePdfFor } from "../../src/billing/index.ts";
import { createIdentity, type Identity } from "../../src/identity/create-identity.ts";
import { createMailer } from "../../src/mail/index.ts";
import { type LetterName, writeLetter } from "../../src/mail/letters.ts";
import { boundTo } from "../../src/mail/queue-mail.ts";
import { createOrganization, suspendWallet } from "../../src/operator.ts";
import { browser, codeOf } from "../identity/browser-fixture.ts";
import { performAs } from "../perform-as.ts";

const PASSWORD = "correct-battery-staple-7";
const ORIGIN = { requestId: "req_test", sourceIp: "192.0.2.1" };

let testDatabase: TestDatabase;
/** The console's, whose login owns nothing. */
let served: Database;
let identity: Identity;
let perform: ReturnType<typeof performAs>;
let organizationId: string;
let email: string;
let userId: string;
let people = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
  perform = performAs(testDatabase);
});
afterAll(async () => {
  await served.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  identity = createIdentity(served, configured());
  ({ organizationId } = await createOrganization(testDatabase.database, { name: "Engines" }));
  [userId, email] = await person("owner");
  await testDatabase.database.prisma.mail.deleteMany();
});

const configured = () =>
  loadConfiguration({ DATABASE_URL: testDatabase.url, FULMAR_SECRET: "0123456789abcdef0123456789abcdef" });

async function person(role: string): Promise<[userId: string, email: string]> {
  people += 1;
  const address = `person-${people}@example.com`;
  const id = await createPerson(testDatabase.database, { email: address, password: PASSWORD });
  await testDatabase.database.prisma.member.create({ data: { organization_id: organizationId, user_id: id, role } });
  return [id, address];
}

async function signedIn(sourceIp?: string) {
  const visitor = browser();
  const headers = visitor.headers();
  if (sourceIp !== undefined) headers.set("x-forwarded-for", sourceIp);
  visitor.keep(await identity.signIn({ email, password: PASSWORD }, headers));
  return { visitor, who: { userId, sessionId: (await identity.session(visitor.headers())).sessionId } };
}

/** Who is told of what, since the test began. */
const told = async () =>
  (await testDatabase.database.prisma.mail.findMany({ orderBy: { recipient: "asc" } })).map((mail) => [
    ...[mail.recipient, mail.letter, mail.details],
  ]);

test("a user is told of a changed password", async () => {
  const { who } = await signedIn();
  const change = { current_password: "not this one", new_password: "another-battery-staple-8" };
  await expect(perform("account.changePassword", who, change)).rejects.toMatchObject({ code: "wrong_password" });
  expect(await told()).toEqual([]);
  await perform("account.changePassword", who, { ...change, current_password: PASSWORD });
  expect(await told()).toEqual([[email, "password_changed", { source_ip: null }]]);
});

test("a user is told when the second factor is turned on and off", async () => {
  const { visitor } = await signedIn();
  const { body } = await identity.secondFactor.begin({ password: PASSWORD }, visitor.headers());
  expect(await told()).toEqual([]);
  visitor.keep(await identity.secondFactor.confirm({ code: codeOf(body.totp_uri) }, visitor.headers(), ORIGIN));
  expect(await told()).toEqual([[email, "second_factor_on", { source_ip: "192.0.2.1" }]]);
  await identity.secondFactor.end({ password: PASSWORD }, visitor.headers(), ORIGIN);
  expect((await told()).map(([, letter]) => letter).toSorted()).toEqual(["second_factor_off", "second_factor_on"]);
});

test("a user is told of a sign-in from another network, but not of the first sign-in or of a neighbouring address", async () => {
  await signedIn("192.0.2.1");
  await signedIn("192.0.2.77");
  expect(await told()).toEqual([]);
  await signedIn("198.51.100.1");
  await signedIn("198.51.100.2");
  await signedIn("2001:db8::1");
  await signedIn("2001:db8::2");
  const from = (source_ip: string) => [email, "new_sign_in", { source_ip, at: expect.stringMatching(/ UTC$/) }];
  expect(await told()).toEqual([from("198.51.100.1"), from("2001:db8::1")]);
});

test("a removed member is told, and one who leaves is not", async () => {
  const { who } = await signedIn();
  const [removed, address] = await person("viewer");
  const [leaver] = await person("viewer");
  await perform("member.remove", who, { organization_id: organizationId, user_id: removed });
  await perform("member.remove", { userId: leaver }, { organization_id: organizationId, user_id: leaver });
  expect(await told()).toEqual([[address, "member_removed", { organization_name: "Engines" }]]);
});

test("an invitation is mailed with the link that its maker sees", async () => {
  const { who } = await signedIn();
  const invited = { organization_id: organizationId, email: "guest@example.com", role: "viewer" };
  const { value } = await perform("invitation.create", who, invited);
  const [mail] = await testDatabase.database.prisma.mail.findMany();
  expect(mail).toMatchObject({
    ...{ recipient: "guest@example.com", letter: "invitation", sent_for: userId },
    details: { organization_name: "Engines", invited_by: "Ada", role: "viewer" },
  });
  const { open } = createMailer(served.sql, configured(), invoicePdfFor(served.sql));
  expect(value).toMatchObject({
    secret: open(mail?.secret ?? Buffer.of(), boundTo("invitation", "guest@example.com")),
  });
});

test("a user makes the installation mail at most fifty strangers a day, and further invitations are made without", async () => {
  const { who } = await signedIn();
  const data = { recipient: "stranger@example.com", letter: "invitation", sent_for: userId };
  await testDatabase.database.prisma.mail.createMany({ data: Array.from({ length: 49 }, () => data) });
  for (const each of ["fiftieth", "fifty-first"])
    await perform("invitation.create", who, {
      ...{ organization_id: organizationId, email: `${each}@example.com`, role: "viewer" },
    });
  const recipients = (await told()).map(([recipient]) => recipient);
  expect(recipients).toContain("fiftieth@example.com");
  expect(recipients).not.toContain("fifty-first@example.com");
});

test("owners, admins and billing members are told of a suspension", async () => {
  const [, billing] = await person("billing");
  await person("developer");
  await suspendWallet(testDatabase.database, { organizationId, reason: "Unpaid since March." });
  const details = { organization_name: "Engines", reason: "Unpaid since March." };
  const letter = (address: string) => [address, "wallet_suspended", details];
  expect(new Set(await told())).toEqual(new Set([letter(email), letter(billing)]));
});

test("owners and admins are told by whom the rule of two people is turned off", async () => {
  const [admin, address] = await person("admin");
  await person("developer");
  const set = (by: string | undefined, approvals_need_two_people: boolean) =>
    perform(
      "organization.setApprovals",
      { userId: by },
      { organization_id: organizationId, approvals_need_two_people },
    );
  await set(userId, true);
  expect(await told()).toEqual([]);
  await set(userId, false);
  await set(admin, false);
  const letters = (await testDatabase.database.prisma.mail.findMany({ orderBy: { letter: "asc" } })).map(
    ({ recipient, letter, details }) => ({ recipient, ...writeLetter(letter as LetterName, details, "") }),
  );
  expect(new Set(letters.map(({ recipient, subject }) => `${recipient}: ${subject}`))).toEqual(
    new Set(
      [email, address].flatMap((to) => [
        `${to}: Ada asks that one person be enough to approve requests`,
        `${to}: One person is enough to approve requests in Engines`,
      ]),
    ),
  );
  expect(letters[0]?.paragraphs[0]).toContain("Ada has asked to turn this off");
  expect(letters.at(-1)?.paragraphs[0]).toContain("Ada and Ada have turned off");
  for (const { link } of letters) expect(link?.path).toMatch(/^\/workspaces\/\d+\/settings\/organization$/);
});
