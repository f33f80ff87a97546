// The rules of those who run the installation that no table has.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { byPeopleAlone, eachOperatorOperation, operatorExamples } from "./operator-examples/all.ts";
import { inDays, OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

async function newToken(who = fixture.operator, more: object = {}): Promise<{ token: string; token_id: string }> {
  const input = { name: "program", scopes: ["operator.read", "operator.write"], expires_at: inDays(1), ...more };
  const { value, refusal } = await fixture.call("operatorToken.create", input, fixture.as(who));
  if (refusal !== undefined) throw refusal;
  return { token: String(value.token), token_id: String(value.token_id) };
}

async function newOperator(): Promise<string> {
  const { id, email } = await fixture.person();
  const { refusal } = await fixture.call("operator.add", { email, role: "operator" });
  if (refusal !== undefined) throw refusal;
  return id;
}

test("an operator token is shown once, works until it is revoked, and is no token of a tenant", async () => {
  const { token, token_id } = await newToken();
  expect(token).toMatch(/^svc_dev_operator_/);
  expect((await fixture.send("operator.self", {}, { token })).body).toMatchObject({ type: "token", id: token_id });
  const listed = await fixture.send("operatorToken.list", {}, { token });
  expect(listed.text).not.toContain(token);
  expect(listed.body).toContainEqual(expect.objectContaining({ token_id, user_id: fixture.operator }));
  const { workspaceId } = api.tenant;
  expect((await api.request("GET", "/networking/vpcs", { token, workspaceId })).status).toBe(401);
  expect((await fixture.send("operatorToken.revoke", { token_id }, { token })).status).toBe(200);
  expect((await fixture.send("operator.self", {}, { token })).status).toBe(401);
  expect((await fixture.send("operatorToken.get", { token_id })).status).toBe(404);
});

test("a token ends with the role of its person, and reads alone when they do", async () => {
  const who = await newOperator();
  const reading = await newToken(who);
  const { refusal } = await fixture.call("operator.setRole", { user_id: who, role: "support" });
  expect(refusal).toBeUndefined();
  expect((await fixture.send("operator.self", {}, { token: reading.token })).status).toBe(401);

  const other = await newOperator();
  const { token } = await newToken(other);
  await fixture.call("operator.remove", { user_id: other });
  expect((await fixture.send("operator.self", {}, { token })).status).toBe(401);
  expect((await fixture.call("operator.self", {}, fixture.as(other))).refusal?.code).toBe("operator_required");
});

test.each([
  ["capitals in the address", (email: string) => email.toUpperCase()],
  ["the plain address", (email: string) => email],
])("%s name the same person", async (_what, spelled) => {
  const { id, email } = await fixture.person();
  const { value } = await fixture.call("operator.add", { email: spelled(email), role: "support" });
  expect(value).toMatchObject({ user_id: id, email, role: "support", second_factor: false });
  const again = await fixture.call("operator.add", { email, role: "operator" });
  expect(again.refusal?.code).toBe("already_member");
});

test("the last operator stays one, also when two end each other's role at once", async () => {
  const own = await startApi();
  try {
    const alone = await OperatorFixture.open(own);
    for (const call of [
      alone.call("operator.remove", { user_id: alone.operator }),
      alone.call("operator.setRole", { user_id: alone.operator, role: "support" }),
    ])
      expect((await call).refusal?.code).toBe("last_operator");
    const { id, email } = await alone.person();
    await alone.call("operator.add", { email, role: "operator" });
    const both = await Promise.all([
      alone.call("operator.remove", { user_id: id }),
      alone.call("operator.remove", { user_id: alone.operator }, alone.as(id)),
    ]);
    expect(both.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    expect(await own.database.prisma.operator.count({ where: { role: "operator" } })).toBe(1);
  } finally {
    await own.close();
  }
});

test("a token makes, changes and removes no operator and no token, and the trail has its refusal", async () => {
  const { token, token_id } = await newToken();
  for (const id of byPeopleAlone) {
    const answer = await fixture.send(id, await operatorExamples[id](fixture), { token });
    expect(answer, id).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("sign in to the console") },
    });
  }
  const { body } = await fixture.send("operatorEvent.list", { actor_id: token_id });
  const changes = new Set(eachOperatorOperation.flatMap(([id, { safe }]) => (safe ? [] : [id])));
  expect(body.map((event: Record<string, unknown>) => [event.action, event.result])).toEqual(
    [...byPeopleAlone]
      .filter((id) => changes.has(id))
      .toReversed()
      .map((id) => [id, 403]),
  );
});

test("the overview counts the whole installation, and what was charged in this month alone", async () => {
  const { prisma } = api.database;
  const overview = async () => (await fixture.send("operatorOverview.get", {})).body;
  const before = await overview();
  expect(before).toMatchObject({
    organizations: await prisma.organization.count(),
    people: await prisma.user.count(),
    plans_sold: await prisma.plan.count({ where: { retired_at: null, site_ids: { isEmpty: false } } }),
    plans_retired: await prisma.plan.count({ where: { retired_at: { not: null } } }),
  });
  const { organizationId: organization_id, workspaceId } = api.tenant;
  const workspace_id = BigInt(workspaceId);
  await fixture.call("operatorOrganization.suspend", { organization_id, reason: "Late" });
  const now = new Date();
  const hours = [new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)), now];
  for (const hour of hours) {
    const { balance, entries } = await prisma.wallet.findUniqueOrThrow({ where: { organization_id } });
    const entry = { entry_number: entries + 1n, workspace_id, kind: "usage", amount: -1.25 };
    const reference = `${hour.toISOString().slice(0, 13)}:00Z`;
    await prisma.ledgerEntry.create({
      data: { organization_id, ...entry, balance_after: Number(balance) - 1.25, reference },
    });
  }
  await fixture.made("operatorOrganization.topUp", { organization_id, amount: "3", reference: randomUUID() });
  const failed = { resource_id: "vm_x", resource_type: "cloud_vm", action: "create", saga: "x", input: {} };
  for (const [index, minutes] of [5, 90].entries()) {
    const at = new Date(Date.now() - minutes * 60_000);
    const operation_id = `op_overview_${index}`;
    await prisma.operation.create({
      data: { operation_id, workspace_id, ...failed, status: "failed", finished_at: at, deadline_at: at },
    });
  }
  await prisma.site.update({ where: { site_id: "site-fra-1" }, data: { closed_at: now } });
  const after = await overview();
  expect(after).toMatchObject({
    suspended_organizations: before.suspended_organizations + 1,
    failed_operations: before.failed_operations + 1,
    waiting_operations: before.waiting_operations,
  });
  expect(Number(after.income) - Number(before.income)).toBeCloseTo(1.25, 6);
  expect(after.sites).toContainEqual(expect.objectContaining({ site_id: "site-fra-1", state: "closed" }));
  await prisma.site.update({ where: { site_id: "site-fra-1" }, data: { closed_at: null } });
  await fixture.call("operatorOrganization.resume", { organization_id });
});

test("the overview says what is left to set up, until it is done", async () => {
  const idsOf = async (step: string): Promise<readonly string[] | undefined> => {
    const { body } = await fixture.send("operatorOverview.get", {});
    return body.set_up.find((each: { step: string }) => each.step === step)?.ids;
  };
  const plan_id = `nowhere-${randomUUID().slice(0, 8)}`;
  const size = { cpu: 1, ram_mb: 1024, disk_gb: 10, hourly_price: "0.01" };
  await fixture.made("operatorPlan.create", { plan_id, name: plan_id, ...size });
  expect(await idsOf("plan_site")).toContain(plan_id);
  await fixture.made("operatorPlan.setSites", { plan_id, site_ids: ["site-ams-1"] });
  expect((await idsOf("plan_site")) ?? []).not.toContain(plan_id);

  const sku_code = `new.${plan_id}`;
  const product = { sku_code, family: "cdn", name: "New", unit: "request", hourly_price: null, currency: "USD" };
  await api.database.prisma.sku.create({ data: product });
  expect(await idsOf("product_price")).toEqual([sku_code]);
  const { body: before } = await fixture.send("operatorPriceBook.get", { book_id: "standard" });
  expect(before.unpriced).toEqual([{ sku_code, name: "New", unit: "request" }]);
  await fixture.made("operatorPriceBook.setPrice", { book_id: "standard", sku_code, hourly_price: "0.1" });
  expect(await idsOf("product_price")).toBeUndefined();
  const { body: standard } = await fixture.send("operatorPriceBook.get", { book_id: "standard" });
  const first = { sku_code, hourly_price: "0.1", valid_from: "1970-01-01T00:00:00.000Z", time: "present" };
  expect(standard.prices).toContainEqual(expect.objectContaining(first));
  const { hourly_price } = await api.database.prisma.sku.findUniqueOrThrow({ where: { sku_code } });
  expect(hourly_price?.toString()).toBe("0.1");
  await fixture.made("operatorPriceBook.setPrice", { book_id: "standard", sku_code, hourly_price: "0.2" });
  const { body: later } = await fixture.send("operatorPriceBook.get", { book_id: "standard" });
  const second = expect.objectContaining({ sku_code, hourly_price: "0.2", time: "future" });
  expect(later.prices).toContainEqual(second);
});

test("a token from outside of its ranges is refused", async () => {
  const { token } = await newToken(undefined, { allowed_ip_ranges: ["198.51.100.0/24"] });
  const answer = await fixture.send("operator.self", {}, { token });
  expect(answer).toMatchObject({ status: 403, body: { code: "address_not_allowed" } });
});

test.each([
  ["in the past", -1],
  ["beyond a year", 400],
])("a token that expires %s is refused", async (_what, days) => {
  const input = { name: "program", scopes: ["operator.read"], expires_at: inDays(days) };
  const { refusal } = await fixture.call("operatorToken.create", input);
  expect(refusal).toMatchObject({ kind: "invalid_request", errors: [{ field: "expires_at" }] });
});

test("the trail shows an organization's part, refusals and reasons", async () => {
  const organization_id = await fixture.organization();
  const reason = `Not paid ${randomUUID()}`;
  await fixture.send("operatorOrganization.suspend", { organization_id, reason });
  await fixture.call("operatorOrganization.resume", { organization_id }, fixture.as(fixture.support));
  await fixture.send("operatorOrganization.resume", { organization_id });
  const again = await fixture.send("operatorOrganization.resume", { organization_id });
  expect(again.status).toBe(409);
  const { body } = await fixture.send("operatorEvent.list", { organization_id });
  const shown = body.map((event: Record<string, unknown>) => [event.action, event.result, event.reason]);
  expect(shown).toEqual([
    ["operatorOrganization.resume", 409, null],
    ["operatorOrganization.resume", 200, null],
    ["operatorOrganization.suspend", 200, reason],
  ]);
  const page = await fixture.send("operatorEvent.list", { organization_id, limit: 1 });
  expect(page.body).toHaveLength(1);
  expect(page.headers.link).toContain("cursor=");
});

test("events of a VM, and of a person in one organization, name the organization, refused and planned ones too", async () => {
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13" };
  const { vm_id } = (await api.request("POST", "/compute/cloud-vms", { body })).body;
  await fixture.send("operatorVm.stop", { vm_id, reason: "Spam" });
  await fixture.send("operatorVm.release", { vm_id });
  await fixture.send("operatorVm.release", { vm_id });
  const user_id = await fixture.signedIn();
  const { member } = api.database.prisma;
  const at = async (resource_id: string) =>
    (await fixture.send("operatorEvent.list", { resource_id })).body.map(
      ({ result, organization_id }: Record<string, unknown>) => [result, organization_id],
    );
  const { organizationId } = api.tenant;
  expect(await at(vm_id)).toEqual([409, 200, 200].map((result) => [result, organizationId]));
  await member.deleteMany({ where: { user_id } });
  await fixture.send("operatorPerson.lock", { user_id, reason: "Taken over" });
  await member.create({ data: { organization_id: organizationId, user_id, role: "viewer" } });
  await fixture.send("operatorPerson.unlock", { user_id, reason: "Given back" });
  const other = await fixture.organization();
  await member.create({ data: { organization_id: other, user_id, role: "viewer" } });
  await fixture.send("operatorPerson.unlock", { user_id, reason: "Again" });
  expect(await at(user_id)).toEqual([
    [409, null],
    [200, organizationId],
    [200, null],
  ]);
});

test("a discount and another book say first what this month's bills become, and change nothing", async () => {
  const { organizationId: organization_id, workspaceId } = api.tenant;
  await api.database.prisma.charge.create({
    data: {
      ...{ workspace_id: BigInt(workspaceId), resource_type: "volume", resource_id: `vol_${randomUUID()}` },
      ...{ sku_code: "volume.nvme", quantity: 100, charged_from: new Date() },
    },
  });
  const book_id = `half-${randomUUID().slice(0, 8)}`;
  await fixture.made("operatorPriceBook.create", { book_id, name: book_id });
  const asked = async (percent_off: string) =>
    (await fixture.send("operatorPriceBook.previewDiscount", { book_id, percent_off })).body;
  expect(await asked("50")).toMatchObject({ changed: 0, organizations: [] });
  const same = await fixture.send("operatorOrganization.previewPriceBook", { organization_id, book_id });
  expect(same.body.changed).toBe(0);
  const valid_from = new Date(Math.ceil((Date.now() + 1) / 3_600_000) * 3_600_000).toISOString();
  await fixture.made("operatorOrganization.setPriceBook", { organization_id, book_id, valid_from });
  const half = await asked("50");
  expect(half).toMatchObject({ changed: 1, organizations: [{ organization_id }] });
  expect(Number(half.after)).toBeCloseTo(Number(half.before) - Number(half.organizations[0].before) / 2, 6);
  const { body: unchanged } = await fixture.send("operatorPriceBook.get", { book_id });
  expect(unchanged).toMatchObject({ percent_off: null, discounts: [] });
  for (const [id, input] of [
    ["operatorPriceBook.previewDiscount", { book_id: "absent", percent_off: "5" }],
    ["operatorOrganization.previewPriceBook", { organization_id, book_id: "absent" }],
    ["operatorOrganization.previewPriceBook", { organization_id: "org_absent", book_id }],
  ] as const)
    expect((await fixture.send(id, input)).status, JSON.stringify(input)).toBe(404);
  const beyond = await fixture.send("operatorPriceBook.previewDiscount", { book_id, percent_off: "101" });
  expect(beyond).toMatchObject({ status: 400, body: { errors: [{ field: "percent_off" }] } });
  const standard = await fixture.send("operatorPriceBook.previewDiscount", { book_id: "standard", percent_off: "5" });
  expect(standard).toMatchObject({ status: 400, body: { errors: [{ field: "book_id" }] } });
});

test("money reaches the organization once, and its members see the suspension", async () => {
  const organization_id = api.tenant.organizationId;
  const reference = `Transfer ${randomUUID()}`;
  const before = await fixture.send("operatorOrganization.get", { organization_id });
  const paid = await fixture.send("operatorOrganization.topUp", { organization_id, amount: "10.50", reference });
  expect(Number(paid.body.balance) - Number(before.body.balance)).toBeCloseTo(10.5, 6);
  const twice = await fixture.send("operatorOrganization.topUp", { organization_id, amount: "10.50", reference });
  expect(twice).toMatchObject({ status: 409, body: { code: "reference_taken" } });
  for (const amount of ["0", "-1", "1e3", "1.123456789", "1 0", "25,50", "١"]) {
    const { status } = await fixture.send("operatorOrganization.topUp", { organization_id, amount, reference: "x" });
    expect(status, amount).toBe(400);
  }
  await fixture.send("operatorOrganization.suspend", { organization_id, reason: "Late" });
  const found = await fixture.send("operatorOrganization.list", { suspended: true });
  expect(found.body.map((item: { organization_id: string }) => item.organization_id)).toContain(organization_id);
  const bought = await api.request("POST", "/networking/reserved-ips", { body: { site_id: "site-ams-1" } });
  expect(bought.status).toBe(402);
  await fixture.send("operatorOrganization.resume", { organization_id });
});

test("a person who lost their authenticator is signed out, told, and signs in without it", async () => {
  const user_id = await fixture.signedIn();
  const { user, session } = api.database.prisma;
  await user.update({ where: { id: user_id }, data: { twoFactorEnabled: true } });
  const reset = await fixture.send("operatorPerson.resetSecondFactor", { user_id, reason: "Lost phone" });
  expect(reset.body).toMatchObject({ second_factor: false, sessions: 0 });
  expect(await session.count({ where: { userId: user_id } })).toBe(0);
  const { email: recipient } = await user.findUniqueOrThrow({ where: { id: user_id } });
  const mails = await api.database.prisma.mail.findMany({ where: { letter: "second_factor_off", recipient } });
  expect(mails).toHaveLength(1);
  const own = await fixture.tenant.call("account.events", {}, { credentials: fixture.as(user_id) });
  expect(own.value?.items).toMatchObject([{ action: "account.disableSecondFactor", detail: "Lost phone" }]);
  const again = await fixture.send("operatorPerson.resetSecondFactor", { user_id, reason: "Lost phone" });
  expect(again).toMatchObject({ status: 409, body: { code: "second_factor_off" } });
});

test("people are found by a part of name or address, and paged", async () => {
  const { id, email } = await fixture.person();
  const part = email.slice(0, 12).toUpperCase();
  const found = await fixture.send("operatorPerson.list", { search: ` ${part} ` });
  expect(found.body.map((one: { user_id: string }) => one.user_id)).toEqual([id]);
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await fixture.send("operatorPerson.list", { limit: 3, ...(cursor && { cursor }) });
    for (const one of page.body) seen.add(one.user_id);
    cursor = /cursor=([^>&]+)/.exec(page.headers.link ?? "")?.[1];
    if (cursor === undefined) break;
  }
  expect(seen.size).toBe(await api.database.prisma.user.count());
});

interface Caller {
  readonly token: string;
  readonly workspaceId: string;
}

test("a plan of one organization is sold to it alone, keeps its VMs, and has its place in the list", async () => {
  const [buyer, other] = [await fixture.api.createTenant(), await fixture.api.createTenant()];
  const plan_id = `own-${randomUUID()}`;
  const size = { type: "cloud", family: "memory", cpu: 2, ram_mb: 8192, disk_gb: 20 };
  const own = { site_ids: ["site-ams-1"], organization_ids: [buyer.organizationId], hourly_price: "0.01" };
  await fixture.made("operatorPlan.create", { plan_id, name: plan_id, ...size, ...own });
  const listed = async ({ token, workspaceId }: Caller) => {
    const { body } = await fixture.api.request("GET", "/compute/plans", {
      token,
      workspaceId,
      query: { limit: "100" },
    });
    return body.map((plan: { plan_id: string }) => plan.plan_id);
  };
  const buy = ({ token, workspaceId }: Caller) =>
    fixture.api.request("POST", "/compute/cloud-vms", {
      ...{ token, workspaceId },
      body: { name: "a", plan_id, template_id: "debian-13" },
    });
  expect(await listed(buyer)).toContain(plan_id);
  expect(await listed(other)).not.toContain(plan_id);
  // Nor do others learn its price.
  const priced = async ({ token, workspaceId }: Caller) => {
    const caller = { token, workspaceId };
    const { body } = await fixture.api.request("GET", "/billing/skus", { ...caller, query: { limit: "100" } });
    const sku_code = `plan.${plan_id}`;
    const eligible = await fixture.api.request("POST", "/billing/resource-eligibility", {
      ...caller,
      body: { sku_code },
    });
    const listed = body.some((sku: { sku_code: string }) => sku.sku_code === sku_code);
    return [listed, eligible.body.reason, eligible.body.hourly_price];
  };
  expect(await priced(buyer)).toEqual([true, "ok", "0.01"]);
  expect(await priced(other)).toEqual([false, "unknown_sku", null]);
  expect((await buy(buyer)).status).toBe(202);
  expect(await buy(other)).toMatchObject({ status: 400, body: { errors: [{ field: "plan_id" }] } });

  await fixture.made("operatorPlan.update", { plan_id, organization_ids: null, position: 1 });
  expect((await listed(other))[0]).toBe(plan_id);
  const before = await fixture.made("operatorPlan.get", { plan_id });
  expect(before).toMatchObject({ family: "memory", organization_ids: null, vms: 1 });
  await fixture.made("operatorPlan.update", { plan_id, position: 3 });
  expect((await listed(other))[2]).toBe(plan_id);
  expect(await fixture.made("operatorPlan.get", { plan_id })).toMatchObject({ position: 3, currency: "USD" });

  const gpu = await fixture.call("operatorPlan.update", { plan_id, family: "gpu" });
  expect(gpu.refusal).toMatchObject({ errors: [{ field: "family" }] });
  const stranger = await fixture.call("operatorPlan.update", { plan_id, organization_ids: ["org_none"] });
  expect(stranger.refusal).toMatchObject({ errors: [{ field: "organization_ids" }] });
});

test("names of plans and of price books are unique, whatever their capitals and the spaces around them", async () => {
  const name = `Cloud ${randomUUID()}`;
  const taken = { refusal: { kind: "conflict", code: "name_taken" } };
  const size = { type: "cloud", cpu: 1, ram_mb: 1024, disk_gb: 10, hourly_price: "0.01" };
  const plan_id = `plan-${randomUUID()}`;
  await fixture.made("operatorPlan.create", { plan_id, name, ...size });
  const again = { plan_id: `plan-${randomUUID()}`, name: ` ${name.toUpperCase()} `, ...size };
  expect(await fixture.call("operatorPlan.create", again)).toMatchObject(taken);
  const renamed = { plan_id: "plan-small", name: name.toLowerCase() };
  expect(await fixture.call("operatorPlan.update", renamed)).toMatchObject(taken);
  expect(await fixture.made("operatorPlan.update", { plan_id, name: name.toUpperCase() })).toMatchObject({
    position: expect.any(Number),
  });

  await fixture.made("operatorPriceBook.create", { book_id: plan_id, name });
  const book = { book_id: `book-${randomUUID()}`, name: name.toUpperCase() };
  expect(await fixture.call("operatorPriceBook.create", book)).toMatchObject(taken);
});

test("operations of all organizations are listed by state and organization, and one tells its course", async () => {
  const { organizationId, workspaceId, token } = await fixture.api.createTenant();
  const made = await fixture.api.request("POST", "/compute/cloud-vms", {
    ...{ token, workspaceId },
    body: { name: "a", plan_id: "plan-small", template_id: "debian-13" },
  });
  const { operation_id } = made.body;
  const ids = async (query: object) => {
    const { body } = await fixture.send("operatorOperation.list", { limit: 100, ...query });
    return body.map((operation: { operation_id: string }) => operation.operation_id);
  };
  for (const query of [{}, { state: "open" }, { organization_id: organizationId, state: "open" }])
    expect(await ids(query)).toContain(operation_id);
  expect(await ids({ organization_id: organizationId })).toEqual([operation_id]);
  expect(await ids({ organization_id: organizationId, state: "failed" })).toEqual([]);
  expect(await ids({ organization_id: await fixture.organization() })).toEqual([]);
  const { body } = await fixture.send("operatorOperation.get", { operation_id });
  expect(body).toMatchObject({ operation_id, workspace_id: workspaceId, status: "accepted" });
  expect(body.sentences[0]).toContain("asked for create of cloud_vm");
  const { body: sites } = await fixture.send("operatorSite.list", {});
  expect(sites[0].sold.cpus).toBeGreaterThan(0);
});
