// An operator's view of a customer's organization: as a viewer, for a time, changing nothing, and seen by the customer.
import { randomUUID } from "node:crypto";
import { catalog, type Operation, type OperationId, SHOWS_CONTENTS } from "@fulmar/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
let session: { readonly kind: "session"; readonly userId: string; readonly sessionId: string };
beforeAll(async () => {
  api = await startApi({ FULMAR_RATE_LIMIT: "10000", FULMAR_RATE_BURST: "10000" });
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());
afterEach(async () => {
  await api.database.prisma.operatorActing.updateMany({ where: { ended_at: null }, data: { ended_at: new Date() } });
});

const REASON = "Ticket 4711: the console shows no VMs.";
const place = () => ({ workspace_id: api.tenant.workspaceId, organization_id: api.tenant.organizationId });

async function signIn(userId: string) {
  const sessionId = randomUUID();
  const times = { expiresAt: new Date(Date.now() + 3_600_000), endsAt: new Date(Date.now() + 3_600_000) };
  await api.database.prisma.session.create({ data: { id: sessionId, userId, token: randomUUID(), ...times } });
  return { kind: "session", userId, sessionId } as const;
}

/** A new operator with a name of their own, who has signed in. */
async function operator() {
  const { id, email } = await fixture.person();
  await api.database.prisma.user.update({ where: { id }, data: { name: `Ada ${randomUUID()}` } });
  await fixture.made("operator.add", { email, role: "operator" });
  return signIn(id);
}

const start = (as: typeof session, more: object = {}) =>
  fixture.call(
    "operatorActing.start",
    { organization_id: api.tenant.organizationId, reason: REASON, minutes: 10, ...more },
    as,
  );
const listVms = (as: typeof session) =>
  fixture.tenant.call("cloudVm.list", { workspace_id: api.tenant.workspaceId }, { credentials: as });

async function viewing() {
  session = await operator();
  const { value, refusal } = await start(session);
  expect(refusal).toBeUndefined();
  return String(value?.acting_id);
}

test("an operator sees the organization as a viewer until they end it, and the customer sees who viewed it and why", async () => {
  session = await operator();
  expect((await listVms(session)).refusal?.code).toBe("workspace_forbidden");
  const { value } = await start(session);
  expect(value).toMatchObject({ active: true, reason: REASON, ended_at: null });
  const acting_id = String(value?.acting_id);
  expect((await listVms(session)).refusal).toBeUndefined();
  const me = await fixture.tenant.call("session.me", {}, { credentials: session });
  expect(me.value).toMatchObject({
    acting: { acting_id, organization_id: api.tenant.organizationId },
    organizations: [{ organization_id: api.tenant.organizationId, role: "viewer" }],
  });
  const { organization_id } = place();
  const health = await fixture.tenant.call("siteHealth.list", { organization_id }, { credentials: session });
  expect(health.refusal).toBeUndefined();

  const { id: user_id } = await fixture.person();
  await api.database.prisma.member.create({ data: { organization_id, user_id, role: "owner" } });
  const owner = { credentials: fixture.as(user_id) };
  const views = await fixture.tenant.call("operatorView.list", { organization_id, limit: 50 }, owner);
  expect(views.value).toMatchObject({ items: [{ acting_id, reason: REASON, active: true }] });
  const events = await api.database.prisma.auditEvent.findMany({
    where: { organization_id: api.tenant.organizationId, action: { startsWith: "organization.view" } },
    orderBy: { audit_event_id: "asc" },
  });
  expect(events.at(-1)).toMatchObject({ action: "organization.view_start", actor_type: "operator" });
  expect(events.at(-1)?.detail).toMatch(/ views the organization until \d\d:\d\d UTC: Ticket 4711/);

  const ended = await fixture.call("operatorActing.end", { acting_id }, session);
  expect(ended.value).toMatchObject({ active: false, ended_at: expect.any(String) });
  expect((await listVms(session)).refusal?.code).toBe("workspace_forbidden");
  expect((await fixture.call("operatorActing.end", { acting_id }, session)).refusal?.code).toBe("acting_ended");
});

const operations = (catalog as readonly unknown[] as readonly (Operation & { readonly id: OperationId })[]).filter(
  ({ subject }) => subject === "workspace" || subject === "organization",
);

test("every change, every plan of one and every read of contents is refused, of all operations of the catalog", async () => {
  await viewing();
  const { "public.audit_event": _, ...before } = await databaseState(api.database);
  for (const operation of operations) {
    const { id, safe } = operation;
    if (safe && !SHOWS_CONTENTS.has(id)) continue;
    const { refusal } = await fixture.tenant.call(id, place(), { credentials: session });
    expect(refusal, id).toMatchObject({ status: 403, code: "operator_looks" });
    if (safe) continue;
    const planned = await fixture.tenant.plan(id, place(), session).catch(() => undefined);
    if (planned !== undefined) expect(planned.refusal, id).toMatchObject({ status: 403 });
  }
  const { "public.audit_event": __, ...after } = await databaseState(api.database);
  expect(after).toEqual(before);
  const event = await api.database.prisma.auditEvent.findFirst({
    where: { actor_id: session.userId, action: "cloudVm.create" },
  });
  expect(event?.actor_name).toMatch(/^operator .* for /);
});

test("no other read is refused for viewing", async () => {
  await viewing();
  for (const { id, safe } of operations) {
    if (!safe || SHOWS_CONTENTS.has(id)) continue;
    const { refusal } = await fixture.tenant.call(id, place(), { credentials: session });
    expect(refusal?.code, id).not.toBe("operator_looks");
  }
});

test("each operation that shows contents is in the catalog, and so is each that shows a secret", () => {
  const ids = new Set<string>(operations.map(({ id }) => id));
  expect([...SHOWS_CONTENTS].filter((id) => !ids.has(id))).toEqual([]);
  const handedOut = operations.filter(({ safe, audited }) => safe && audited).map(({ id }) => id);
  expect(handedOut.filter((id) => !SHOWS_CONTENTS.has(id))).toEqual([]);
});

test("other organizations stay closed", async () => {
  await viewing();
  const other = await api.createTenant();
  const credentials = session;
  const { refusal } = await fixture.tenant.call("cloudVm.list", { workspace_id: other.workspaceId }, { credentials });
  expect(refusal?.code).toBe("workspace_forbidden");
});

const ENDS = ["time", "role", "lock", "sign_out", "membership"] as const;

/** Ends a view by what lets the operator in no longer. */
async function lose(how: (typeof ENDS)[number], acting_id: string): Promise<void> {
  const { prisma } = api.database;
  const { userId: user_id, sessionId } = session;
  if (how === "time") {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await prisma.operatorActing.update({ where: { acting_id }, data: { started_at: ago(20), ends_at: ago(1) } });
  }
  if (how === "role") await fixture.made("operator.setRole", { user_id, role: "support" });
  if (how === "lock") await fixture.made("operatorPerson.lock", { user_id, reason: "Taken over." });
  if (how === "sign_out") await prisma.session.delete({ where: { id: sessionId } });
  if (how === "membership") {
    const { organization_id } = place();
    await prisma.member.create({ data: { organization_id, user_id, role: "viewer" } });
  }
}

/** The events of the end of a view, in the trail of the organization and in that of operators. */
async function endsOf(acting_id: string) {
  const { prisma } = api.database;
  const { operator_name } = await prisma.operatorActing.findUniqueOrThrow({ where: { acting_id } });
  return {
    organization: await prisma.auditEvent.findMany({
      where: { action: "organization.view_end", detail: { startsWith: `${operator_name} ` } },
    }),
    operators: await prisma.operatorEvent.findMany({
      where: { resource_id: acting_id, action: { in: ["operatorActing.end", "operatorActing.ended"] } },
    }),
  };
}

test.each(ENDS)("it ends by itself with the %s, which both trails say once", async (how) => {
  const acting_id = await viewing();
  await api.reconcile("end-operator-views");
  expect(await fixture.made("operatorActing.get", { acting_id })).toMatchObject({ active: true, ended_by: null });
  await lose(how, acting_id);
  // A member sees it as one.
  const codes: Partial<Record<string, string>> = { lock: "unauthenticated", membership: undefined };
  expect((await listVms(session)).refusal?.code).toBe(how in codes ? codes[how] : "workspace_forbidden");
  expect(await fixture.made("operatorActing.get", { acting_id })).toMatchObject({ active: false, ended_at: null });
  await Promise.all([api.reconcile("end-operator-views"), api.reconcile("end-operator-views")]);
  const ended = { active: false, ended_at: expect.any(String), ended_by: how };
  expect(await fixture.made("operatorActing.get", { acting_id })).toMatchObject(ended);
  const { organization, operators } = await endsOf(acting_id);
  expect(organization).toMatchObject([{ ...place(), workspace_id: null, actor_type: "system", result: 200 }]);
  expect(operators).toMatchObject([
    { action: "operatorActing.ended", actor_id: session.userId, organization_id: api.tenant.organizationId },
  ]);
  expect(organization[0]?.detail).toContain(operators[0]?.reason);
});

test("a start records the end of the one before, and an end by the operator is no other", async () => {
  const before = await viewing();
  await lose("time", before);
  const { value } = await start(session);
  expect(await fixture.made("operatorActing.get", { acting_id: before })).toMatchObject({ ended_by: "time" });
  const acting_id = String(value?.acting_id);
  await fixture.call("operatorActing.end", { acting_id }, session);
  await api.reconcile("end-operator-views");
  expect(await fixture.made("operatorActing.get", { acting_id })).toMatchObject({ ended_by: "operator" });
  expect((await endsOf(before)).operators).toHaveLength(1);
  expect((await endsOf(acting_id)).operators).toMatchObject([{ action: "operatorActing.end" }]);
});

test("another browser of the same operator does not see the organization", async () => {
  await viewing();
  const other = await signIn(session.userId);
  expect((await listVms(other)).refusal?.code).toBe("workspace_forbidden");
  const { organization_id } = place();
  const ask = { credentials: other };
  expect((await fixture.tenant.call("siteHealth.list", { organization_id }, ask)).refusal?.status).toBe(403);
  expect((await fixture.tenant.call("session.me", {}, ask)).value).toMatchObject({ acting: null, organizations: [] });
  const { userId } = session;
  expect((await listVms({ kind: "session", userId } as typeof session)).refusal?.code).toBe("workspace_forbidden");
  expect((await listVms(session)).refusal).toBeUndefined();
});

test("views are listed by operator and by organization", async () => {
  const first = await viewing();
  const { userId: user_id } = session;
  const second = await viewing();
  const { organization_id } = place();
  const idsOf = async (input: Readonly<Record<string, unknown>>) =>
    (await fixture.send("operatorActing.list", input)).body.map(({ acting_id }: { acting_id: string }) => acting_id);
  expect(await idsOf({ user_id })).toEqual([first]);
  expect(await idsOf({ user_id, organization_id })).toEqual([first]);
  expect(await idsOf({ user_id, organization_id: `org_${"0".repeat(26)}` })).toEqual([]);
  expect(await idsOf({ organization_id, limit: 2 })).toEqual([second, first]);
});

test("two starts at once make one, and another begins when it has ended", async () => {
  session = await operator();
  const both = await Promise.all([start(session), start(session)]);
  expect(both.map(({ refusal }) => refusal?.code ?? "started").toSorted()).toEqual(["looks_already", "started"]);
  const again = await signIn(session.userId);
  await api.database.prisma.session.delete({ where: { id: session.sessionId } });
  expect((await start(again)).refusal).toBeUndefined();
});

test("support, tokens and members start none, and it lasts an hour at most with a reason", async () => {
  const support = await signIn(fixture.support);
  expect((await start(support)).refusal?.code).toBe("scope_missing");
  const body = { organization_id: api.tenant.organizationId, reason: REASON };
  expect((await fixture.send("operatorActing.start", body)).status).toBe(403);
  session = await operator();
  expect((await start(session, { minutes: 61 })).refusal?.errors).toMatchObject([{ field: "minutes" }]);
  expect((await start(session, { reason: " " })).refusal?.errors).toMatchObject([{ field: "reason" }]);
  expect((await start(session, { organization_id: `org_${"0".repeat(26)}` })).refusal?.status).toBe(404);
  const member = { organization_id: api.tenant.organizationId, user_id: session.userId, role: "viewer" };
  await api.database.prisma.member.create({ data: member });
  expect((await start(session)).refusal?.code).toBe("already_member");
});
