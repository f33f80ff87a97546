// The generated tests over the catalog (refusals, strict input, idempotency, audit) for console operations. These have
// no route and are called by tRPC.
import { randomUUID } from "node:crypto";
import { ChangePlan, ROLE_SCOPES, ROLES, type Role } from "@fulmar/contract";
import type { Credentials } from "@fulmar/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "./api-fixture.ts";
import { ConsoleFixture, somebody } from "./console-fixture.ts";
import { databaseState } from "./database-state.ts";
import { consoleExamples, eachConsoleOperation } from "./examples/console.ts";

let api: Api;
let fixture: ConsoleFixture;
let stranger: string;
let foreign: ConsoleFixture;
beforeAll(async () => {
  api = await startApi({ FULMAR_RATE_LIMIT: "10000", FULMAR_RATE_BURST: "10000" });
  fixture = await ConsoleFixture.open(api);
  foreign = await ConsoleFixture.open(api);
  stranger = await somebody(api);
});
afterAll(() => api.close());

describe.each(eachConsoleOperation)("%s", (id, operation) => {
  const example = () => consoleExamples[id](fixture);

  test("refuses unknown callers and insufficient roles, and changes nothing", async () => {
    const input = await example();
    const before = await databaseState(api.database);
    const unknown: readonly Credentials[] = [
      { kind: "session", userId: undefined },
      { kind: "session", userId: "nobody", sessionId: "none" },
      { kind: "bearer", authorization: `Bearer ${api.tenant.token}` },
      { kind: "bearer", authorization: undefined },
    ];
    for (const credentials of unknown) {
      const { refusal } = await fixture.call(id, { ...input, unknown_field: 1 }, { credentials });
      // Operations on accounts detect a deleted account themselves.
      if (credentials.kind === "session" && credentials.userId !== undefined && operation.subject === "account")
        continue;
      expect(refusal?.code, JSON.stringify(credentials)).toBe("unauthenticated");
    }
    if (operation.subject !== "account") {
      const code = operation.subject === "workspace" ? "workspace_forbidden" : "role_insufficient";
      for (const who of [stranger, foreign.people.owner])
        expect((await fixture.call(id, input, { credentials: fixture.as(who) })).refusal?.code).toBe(code);
      for (const role of ROLES.filter((candidate) => !mayBe(candidate))) {
        const { refusal } = await fixture.call(
          id,
          { ...input, unknown_field: 1 },
          { credentials: fixture.as(fixture.people[role]) },
        );
        expect(refusal?.code, role).toBe(operation.subject === "workspace" ? "scope_missing" : "role_insufficient");
      }
    }
    expect(await databaseState(api.database)).toEqual(before);
  });

  function mayBe(role: Role): boolean {
    if (operation.roles !== null) return operation.roles.includes(role);
    return operation.scope === null || ROLE_SCOPES[role].includes(operation.scope);
  }

  test("admits every role that the operation allows", async () => {
    for (const role of ROLES.filter(mayBe)) {
      const { refusal } = await fixture.call(
        id,
        { ...(await example()), unknown_field: 1 },
        { credentials: fixture.as(fixture.people[role]) },
      );
      expect({ role, code: refusal?.code }).toEqual({ role, code: "invalid_request" });
    }
  });

  test("400 names the unknown or malformed field and changes nothing", async () => {
    const input = await example();
    const before = await databaseState(api.database);
    const { refusal } = await fixture.call(id, { ...input, unknown_field: 1 });
    expect(refusal).toMatchObject({ kind: "invalid_request", errors: [{ field: "unknown_field" }] });
    for (const [name, value] of Object.entries(input)) {
      if (typeof value !== "string") continue;
      const { refusal: malformed } = await fixture.call(id, { ...input, [name]: `${value}\0` });
      expect(malformed, name).toMatchObject({ kind: "invalid_request", errors: [{ field: name }] });
    }
    expect(await databaseState(api.database)).toEqual(before);
  });

  test("answers by its declared schema", async () => {
    const { value, refusal } = await fixture.call(id, await example());
    if (refusal !== undefined) throw refusal;
    const shown = operation.list ? (value as { items?: unknown }).items : value;
    expect(operation.output.safeParse(shown)).toMatchObject({ success: true });
    if (id === "account.changePassword")
      await fixture.make(id, { current_password: "another-password", new_password: fixture.password });
  });

  if (!operation.safe)
    test("is planned without a trace, with the refusals of the change", async () => {
      const input = await example();
      // A wrong password is a guess, also where it is only planned.
      const { "public.audit_event": _, "public.attempt_limit": __, ...before } = await databaseState(api.database);
      const { value, refusal } = await fixture.plan(id, input);
      if (refusal !== undefined) throw refusal;
      expect(ChangePlan.parse(value).would_answer).toBe(operation.success);
      expect(await databaseState(api.database)).toMatchObject(before);
      const unknown = await fixture.plan(id, { ...input, unknown_field: 1 });
      expect(unknown.refusal).toMatchObject({ kind: "invalid_request", errors: [{ field: "unknown_field" }] });
      const signedOut = await fixture.plan(id, input, { kind: "session", userId: undefined });
      expect(signedOut.refusal?.code).toBe("unauthenticated");
    });

  if (!operation.safe)
    test("writes audit events of one request, with the answer's status", async () => {
      const input = await example();
      const before = await eventsNamed(id);
      await fixture.make(id, input);
      const events = (await eventsNamed(id)).slice(before.length);
      if (id === "account.changePassword")
        await fixture.make(id, { current_password: "another-password", new_password: fixture.password });
      expect(events.length).toBeGreaterThan(0);
      // Account events are in the account's own trail and in that of each organization.
      expect(new Set(events.map(({ request_id }) => request_id)).size).toBe(1);
      for (const event of events)
        expect(event).toMatchObject({
          actor_id: fixture.people.owner,
          result: operation.success,
          source_ip: "192.0.2.7",
        });
    });

  if (operation.idempotency !== "none")
    test("replays the first answer under the same idempotency key and refuses the key for another request", async () => {
      const input = await example();
      const idempotencyKey = randomUUID();
      const first = await fixture.call(id, input, { idempotencyKey });
      expect(first.refusal).toBeUndefined();
      const before = await databaseState(api.database);
      expect(await fixture.call(id, input, { idempotencyKey })).toEqual(first);
      expect(await databaseState(api.database)).toEqual(before);
      const other = await fixture.call(id, await example(), { idempotencyKey });
      expect(other.refusal?.code).toBe("idempotency_key_reused");
    });
});

async function eventsNamed(action: string) {
  return api.database.prisma.auditEvent.findMany({ where: { action }, orderBy: { audit_event_id: "asc" } });
}

test("a member may leave the organization but may not remove other members", async () => {
  const viewer = await fixture.member("viewer");
  const other = await fixture.member("developer");
  const credentials = fixture.as(viewer);
  const ended = await fixture.call("member.remove", { ...fixture.organization, user_id: other }, { credentials });
  expect(ended.refusal?.code).toBe("role_insufficient");
  const left = await fixture.call("member.remove", { ...fixture.organization, user_id: viewer }, { credentials });
  expect(left.value).toEqual({ user_id: viewer });
});

test("a stored answer that contains a secret is encrypted", async () => {
  const idempotencyKey = randomUUID();
  const { value } = await fixture.call("invitation.create", await consoleExamples["invitation.create"](fixture), {
    idempotencyKey,
  });
  const kept = await api.database.prisma.userIdempotencyKey.findFirstOrThrow({ where: { key: idempotencyKey } });
  expect(kept.status).toBe(201);
  expect(kept.body).not.toContain(String(value?.secret));
});
