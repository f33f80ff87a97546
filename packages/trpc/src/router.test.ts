import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { catalog } from "@fulmar/contract";
import { type Credentials, createCore, type DomainError } from "@fulmar/core";
import { resumeWallet, seedPlatform, setWallet, suspendWallet, topUpWallet } from "@fulmar/core/operator";
import { openDatabase } from "@fulmar/prisma";
import { createPerson, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { createRouter } from "./router.ts";

const draining = new AbortController();
let testDatabase: TestDatabase;
let router: ReturnType<typeof createRouter>;
let workspace_id: string;
const people: Record<"owner" | "billing" | "viewer" | "stranger", string> = {
  owner: "",
  billing: "",
  viewer: "",
  stranger: "",
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const configuration = loadConfiguration({
    DATABASE_URL: testDatabase.url,
    FULMAR_SECRET: "0123456789abcdef0123456789abcdef",
  });
  await seedPlatform(database, { environment: "development" });
  await database.prisma.organization.create({
    data: { organization_id: "org_a", name: "A", workspaces: { create: { name: "one" } } },
  });
  await setWallet(database, { organizationId: "org_a", balance: "100", creditLimit: "0" });
  workspace_id = String((await database.prisma.workspace.findFirstOrThrow()).workspace_id);
  for (const name of ["owner", "billing", "viewer", "stranger"] as const) {
    people[name] = await createPerson(database, {
      name,
      email: `${name}@example.com`,
    });
    if (name !== "stranger")
      await database.prisma.member.create({ data: { organization_id: "org_a", user_id: people[name], role: name } });
  }
  const logger = { error: () => undefined };
  const { core } = createCore({ database, configuration, logger });
  router = createRouter({ core, database, logger, draining: draining.signal });
});
afterAll(() => testDatabase.drop());

function callAs(who: keyof typeof people | Credentials | null, idempotencyKey?: string) {
  const credentials: Credentials =
    typeof who === "string"
      ? { kind: "session", userId: people[who] }
      : (who ?? { kind: "session", userId: undefined });
  const credentialsNow = async () => credentials;
  const signal = new AbortController().signal;
  return router.createCaller({
    credentials,
    credentialsNow,
    // Each call has its own key, as in browsers, unless the test sets one.
    get idempotencyKey() {
      return idempotencyKey ?? randomUUID();
    },
    requestId: randomUUID(),
    sourceIp: undefined,
    signal,
  });
}

async function refusalOf(call: Promise<unknown>): Promise<{ code: string; cause: DomainError }> {
  const error = await call.then(
    () => expect.fail("it was not refused"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCError)) throw error;
  return { code: error.code, cause: error.cause as unknown as DomainError };
}

async function createVm(name: string, key?: string) {
  const [plan] = (await callAs("owner").plan.list({ workspace_id, type: "cloud" })).items;
  const [image] = (await callAs("owner").image.list({ workspace_id })).items;
  return callAs("owner", key).cloudVm.create({
    workspace_id,
    name,
    plan_id: plan?.plan_id ?? "",
    template_id: image?.template_id ?? "",
  });
}

test("every GET operation of the catalog is a query, and every other a mutation", () => {
  for (const { id, method } of catalog)
    expect(router._def.procedures).toHaveProperty([id, "_def", "type"], method === "GET" ? "query" : "mutation");
});

/** e2e/tests/left-out.check.ts takes the mutations from the catalog. */
test("every mutation is an operation of the catalog, or the plan of one", () => {
  const isMutation = (procedure: object) => Reflect.get(procedure, "_def").type === "mutation";
  const mutations = Object.entries(router._def.procedures).flatMap(([name, procedure]) =>
    isMutation(procedure) ? [name.replace(/^changePlan\./, "")] : [],
  );
  expect(mutations.length).toBeGreaterThan(200);
  expect(catalog.map(({ id }) => id)).toEqual(expect.arrayContaining([...new Set(mutations)]));
});

test("procedures have the types of their operations", () => {
  const { cloudVm } = callAs("owner");
  expectTypeOf(cloudVm.get).parameter(0).toEqualTypeOf<{ vm_id: string } & { workspace_id: string }>();
  expectTypeOf<Awaited<ReturnType<typeof cloudVm.get>>["status"]>().extract<"nonsense">().toBeNever();
  expectTypeOf<Awaited<ReturnType<typeof cloudVm.list>>["nextCursor"]>().toEqualTypeOf<string | null>();
});

test("a user acts with the scopes of their role", async () => {
  const { vm_id } = await createVm("by-owner");
  expect((await callAs("viewer").cloudVm.list({ workspace_id })).items.map(({ id }) => id)).toContain(vm_id);
  const refusal = await refusalOf(callAs("viewer").cloudVm.delete({ workspace_id, vm_id }));
  expect(refusal).toMatchObject({ code: "FORBIDDEN", cause: { code: "scope_missing" } });
});

test("two calls with one idempotency key create one VM", async () => {
  const key = randomUUID();
  expect(await createVm("once", key)).toEqual(await createVm("once", key));
});

test.each([
  ["an anonymous user", null, "UNAUTHORIZED"],
  ["a stranger", "stranger", "FORBIDDEN"],
] as const)("%s is refused", async (_what, who, code) => {
  expect(await refusalOf(callAs(who).cloudVm.list({ workspace_id }))).toMatchObject({ code });
  expect(await refusalOf(callAs(who).apiToken.list({ workspace_id }))).toMatchObject({ code });
});

test("unknown fields are refused as in the API", async () => {
  const unknownField = { workspace_id, vm_id: "vm_x", more: true };
  expect(await refusalOf(callAs("owner").cloudVm.get(unknownField))).toMatchObject({
    code: "BAD_REQUEST",
    cause: { errors: [{ field: "more" }] },
  });
});

test.each([
  ["a null character", "a\u0000b"],
  ["half of a surrogate pair", "a\ud800b"],
])("%s in the input of a console procedure is refused with its field's name", async (_what, text) => {
  const refused = (field: string) => ({ code: "BAD_REQUEST", cause: { errors: [{ field }] } });
  const owner = callAs("owner");
  expect(await refusalOf(owner.account.renamePasskey({ passkey_id: text, name: "x" }))).toMatchObject(
    refused("passkey_id"),
  );
  expect(await refusalOf(owner.member.setRole({ organization_id: text, user_id: "x", role: "viewer" }))).toMatchObject(
    refused("organization_id"),
  );
  expect(await refusalOf(owner.apiToken.get({ workspace_id, token_id: text }))).toMatchObject(refused("token_id"));
  expect(await refusalOf(owner.search.find({ workspace_id, text }))).toMatchObject(refused("text"));
  expect(await refusalOf(owner.activity.ended({ workspace_id, operation_ids: [text] }))).toMatchObject(
    refused("operation_ids"),
  );
});

test("session.me returns the user with organizations, workspaces and scopes", async () => {
  const profile = await callAs("viewer").session.me();
  expect(profile).toMatchObject({
    email: "viewer@example.com",
    organizations: [{ name: "A", role: "viewer", workspaces: [{ workspace_id }] }],
  });
  expect(profile.organizations[0]?.scopes).not.toContain("vm.write");
});

const rights = {
  scopes: ["vm.read" as const],
  workspace_policy: "entire_organization" as const,
  workspace_ids: [],
  expires_at: null,
};

test("a token created by an owner works until it is revoked", async () => {
  const made = await callAs("owner").apiToken.create({ workspace_id, name: "ci", ...rights });
  const asToken = callAs({ kind: "bearer", authorization: `Bearer ${made.token}` });
  expect((await asToken.site.list({ workspace_id })).items.length).toBeGreaterThan(0);
  expect(await refusalOf(asToken.apiToken.list({ workspace_id }))).toMatchObject({ code: "FORBIDDEN" });
  const account = refusalOf(asToken.wallet.get({ organization_id: "org_a" }));
  expect(await account).toMatchObject({ code: "UNAUTHORIZED" });
  await callAs("owner").apiToken.revoke({ workspace_id, token_id: made.token_id });
  expect(await refusalOf(asToken.site.list({ workspace_id }))).toMatchObject({ code: "UNAUTHORIZED" });
});

test("a token can be changed and rotated and its old value ended, and its events show all of it", async () => {
  const { apiToken } = callAs("owner");
  const made = await apiToken.create({ workspace_id, name: "Story", ...rights });
  const place = { workspace_id, token_id: made.token_id };
  await apiToken.update({ ...place, name: "Tale", allowed_ip_ranges: ["203.0.113.7"], expires_at: null });
  const { prefix } = await apiToken.get(place);
  const rotated = await apiToken.rotate({ ...place, overlap: "1h", replaces: prefix });
  expect(await refusalOf(apiToken.rotate({ ...place, overlap: "now", replaces: prefix }))).toMatchObject({
    cause: { code: "token_rotated_meanwhile" },
  });
  expect(await apiToken.get(place)).toMatchObject({
    name: "Tale",
    allowed_ip_ranges: ["203.0.113.7/32"],
    prefix: rotated.token.slice(0, 18),
    old_value: { prefix, until: rotated.old_until, last_used_at: null },
  });
  await apiToken.endOldValue(place);
  expect(await refusalOf(apiToken.endOldValue(place))).toMatchObject({ cause: { code: "no_old_value" } });
  const { old_value, events } = await apiToken.get(place);
  expect(old_value).toBeNull();
  const actions = ["apiToken.endOldValue", "apiToken.rotate", "apiToken.update", "apiToken.create"];
  expect(events.map(({ action, actor_name }) => [action, actor_name])).toEqual(
    actions.map((action) => [action, "owner"]),
  );
  expect((await apiToken.list({ workspace_id, name: "tAL" })).items.map(({ name }) => name)).toEqual(["Tale"]);
  expect((await apiToken.list({ workspace_id, name: "%" })).items).toEqual([]);
});

test("only owners and admins of the organization manage its tokens", async () => {
  const { token_id } = await callAs("owner").apiToken.create({ workspace_id, name: "Managed", ...rights });
  const calls = (who: "viewer" | "stranger" | "billing", place = { workspace_id, token_id }) => {
    const { apiToken } = callAs(who);
    return [
      () => apiToken.list({ workspace_id }),
      () => apiToken.get(place),
      () => apiToken.update({ ...place, name: "mine", allowed_ip_ranges: [], expires_at: null }),
      () => apiToken.rotate({ ...place, overlap: "now", replaces: "svc" }),
      () => apiToken.endOldValue(place),
      () => apiToken.revoke(place),
    ];
  };
  for (const who of ["viewer", "stranger", "billing"] as const)
    for (const call of calls(who))
      expect(await refusalOf(call())).toMatchObject({
        code: "FORBIDDEN",
        cause: { code: who === "stranger" ? "workspace_forbidden" : "scope_missing" },
      });
});

test("owners and billing members see the wallet, its suspension and its ledger", async () => {
  const organization_id = "org_a";
  await suspendWallet(testDatabase.database, { organizationId: organization_id, reason: "unpaid" });
  for (const who of ["owner", "billing"] as const) {
    const wallet = await callAs(who).wallet.get({ organization_id });
    expect(wallet).toMatchObject({
      organization_id,
      balance: "100",
      credit_limit: "0",
      currency: "USD",
      suspension: { by: "operator", reason: "unpaid" },
    });
  }
  await resumeWallet(testDatabase.database, { organizationId: organization_id });
  expect((await callAs("owner").wallet.get({ organization_id })).suspension).toBeNull();
  await topUpWallet(testDatabase.database, { organizationId: organization_id, amount: "5", reference: "invoice 1" });
  const first = await callAs("billing").wallet.ledger({ organization_id, limit: 1 });
  expect(first.items).toEqual([
    {
      entry_number: "2",
      kind: "top_up",
      workspace_id: null,
      amount: "5",
      balance_after: "105",
      reference: "invoice 1",
      at: expect.any(String),
    },
  ]);
  const second = await callAs("billing").wallet.ledger({ organization_id, cursor: first.nextCursor ?? "" });
  expect(second).toMatchObject({
    items: [{ entry_number: "1", kind: "adjustment", amount: "100", balance_after: "100" }],
    nextCursor: null,
  });
});

test("other users cannot see the wallet or the ledger", async () => {
  const organization_id = "org_a";
  for (const procedure of ["get", "ledger"] as const) {
    expect(await refusalOf(callAs(null).wallet[procedure]({ organization_id }))).toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(await refusalOf(callAs("stranger").wallet[procedure]({ organization_id }))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await refusalOf(callAs("viewer").wallet[procedure]({ organization_id }))).toMatchObject({
      code: "FORBIDDEN",
      cause: { code: "role_insufficient" },
    });
    expect(await refusalOf(callAs("owner").wallet[procedure]({ organization_id: "org_absent" }))).toMatchObject({
      code: "FORBIDDEN",
    });
  }
});

test("console procedures answer SERVICE_UNAVAILABLE while the database is unavailable", async () => {
  const nowhere = openDatabase("postgresql://postgres@127.0.0.1:1/nowhere");
  onTestFinished(() => nowhere.close());
  const logger = { error: () => undefined };
  const configuration = loadConfiguration({
    DATABASE_URL: testDatabase.url,
    FULMAR_SECRET: "0123456789abcdef0123456789abcdef",
  });
  const { core } = createCore({ database: nowhere, configuration, logger });
  const away = createRouter({
    core,
    database: nowhere,
    logger,
    draining: draining.signal,
  });
  const credentials: Credentials = { kind: "session", userId: people.owner, sessionId: "s" };
  const request = {
    credentials,
    credentialsNow: async () => credentials,
    idempotencyKey: undefined,
    requestId: "away",
    sourceIp: undefined,
  };
  const { account, member, cloudVm } = away.createCaller({ ...request, signal: new AbortController().signal });
  for (const call of [
    () => account.rename({ name: "New" }),
    () => member.list({ workspace_id }),
    () => cloudVm.list({ workspace_id }),
  ])
    expect(await refusalOf(call())).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      cause: { code: "unavailable", retryAfterSeconds: expect.any(Number) },
    });
});
