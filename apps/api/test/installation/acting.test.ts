// An operator who looks at a customer's organization: as a viewer, for a time, changing nothing, and seen by the customer.
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

/** A new operator who has signed in. */
async function operator() {
  const { id, email } = await fixture.person();
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

async function looking() {
  session = await operator();
  const { value, refusal } = await start(session);
  expect(refusal).toBeUndefined();
  return String(value?.acting_id);
}

test("an operator sees the organization as a viewer until they end it, and the customer sees who looked and why", async () => {
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
  expect(events.at(-1)?.detail).toMatch(/ looks at the organization until \d\d:\d\d UTC: Ticket 4711/);

  const ended = await fixture.call("operatorActing.end", { acting_id }, session);
  expect(ended.value).toMatchObject({ active: false, ended_at: expect.any(String) });
  expect((await listVms(session)).refusal?.code).toBe("workspace_forbidden");
  expect((await fixture.call("operatorActing.end", { acting_id }, session)).refusal?.code).toBe("acting_ended");
});

const operations = (catalog as readonly unknown[] as readonly (Operation & { readonly id: OperationId })[]).filter(
  ({ subject }) => subject === "workspace" || subject === "organization",
);

test("every change, every plan of one and every read of contents is refused, of all operations of the catalog", async () => {
  await looking();
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

test("no other read is refused for looking", async () => {
  await looking();
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
  await looking();
  const other = await api.createTenant();
  const credentials = session;
  const { refusal } = await fixture.tenant.call("cloudVm.list", { workspace_id: other.workspaceId }, { credentials });
  expect(refusal?.code).toBe("workspace_forbidden");
});

test.each(["time", "role", "lock", "sign-out"])("it ends by itself with the %s", async (how) => {
  const acting_id = await looking();
  const { prisma } = api.database;
  const { userId: user_id, sessionId } = session;
  if (how === "time") {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await prisma.operatorActing.update({ where: { acting_id }, data: { started_at: ago(20), ends_at: ago(1) } });
  }
  if (how === "role") await fixture.made("operator.setRole", { user_id, role: "support" });
  if (how === "lock") await fixture.made("operatorPerson.lock", { user_id, reason: "Taken over." });
  if (how === "sign-out") await prisma.session.delete({ where: { id: sessionId } });
  expect((await listVms(session)).refusal?.code).toBe(how === "lock" ? "unauthenticated" : "workspace_forbidden");
  expect(await fixture.made("operatorActing.get", { acting_id })).toMatchObject({ active: false });
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
