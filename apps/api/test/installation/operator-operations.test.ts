// The generated tests over the operations of who runs the installation: refusals, roles, strict input, plans, the
// trail and idempotency, by REST and by tRPC.
import { randomUUID } from "node:crypto";
import { OperatorChangePlan, operatorScopeOf } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { byPeopleAlone, eachOperatorOperation, operatorExamples } from "./operator-examples/all.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi({ FULMAR_RATE_LIMIT: "10000", FULMAR_RATE_BURST: "10000" });
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

/** The database without what refusals and uses of tokens leave. */
async function changed() {
  const { "public.operator_event": _, "public.operator_token": __, ...rest } = await databaseState(api.database);
  return rest;
}

describe.each(eachOperatorOperation)("%s", (id, operation) => {
  const example = () => operatorExamples[id](fixture);
  const changes = !operation.safe;

  test("refuses everybody who does not run the installation, and changes nothing", async () => {
    const input = { ...(await example()), unknown_field: 1 };
    const before = await changed();
    const { tenant, stranger } = fixture;
    const unknown = [
      { kind: "session", userId: undefined },
      { kind: "session", userId: "nobody", sessionId: "none" },
      { kind: "bearer", authorization: undefined },
      { kind: "bearer", authorization: `Bearer ${api.tenant.token}` },
    ] as const;
    for (const credentials of unknown) {
      const { refusal } = await fixture.call(id, input, credentials);
      expect(refusal?.code, JSON.stringify(credentials)).toBe("unauthenticated");
    }
    for (const user of [stranger, ...Object.values(tenant.people)])
      expect((await fixture.call(id, input, fixture.as(user))).refusal?.code).toBe("operator_required");
    for (const token of [api.tenant.token, null, "svc_dev_operator_x"])
      expect((await fixture.send(id, input, { token })).status).toBe(401);
    expect(await changed()).toEqual(before);
  });

  test(
    changes ? "is refused to support and to tokens that read" : "is open to support and to tokens that read",
    async () => {
      const input = { ...(await example()), unknown_field: 1 };
      const before = await changed();
      const code = changes ? "scope_missing" : "invalid_request";
      expect((await fixture.call(id, input, fixture.as(fixture.support))).refusal?.code).toBe(code);
      if (changes) {
        const answer = await fixture.send(id, await example(), { token: fixture.tokens["operator.read"] });
        expect(answer).toMatchObject({ status: 403, body: { code: "scope_missing" } });
        expect(answer.body.detail).toContain(operatorScopeOf(operation));
      }
      if (changes) return;
      expect(await changed()).toEqual(before);
    },
  );

  test("400 names the unknown or malformed field and changes nothing", async () => {
    const input = await example();
    const before = await changed();
    const { refusal } = await fixture.call(id, { ...input, unknown_field: 1 });
    expect(refusal).toMatchObject({ kind: "invalid_request", errors: [{ field: "unknown_field" }] });
    for (const [name, value] of Object.entries(input)) {
      if (typeof value !== "string") continue;
      const { refusal: malformed } = await fixture.call(id, { ...input, [name]: `${value}\0` });
      expect(malformed, name).toMatchObject({ kind: "invalid_request", errors: [{ field: name }] });
    }
    expect(await changed()).toEqual(before);
  });

  test("answers by its declared schema, by REST and to a person", async () => {
    if (!byPeopleAlone.has(id)) {
      const { status, body } = await fixture.send(id, await example());
      expect(status, JSON.stringify(body)).toBe(operation.success);
      expect(operation.output.safeParse(body)).toMatchObject({ success: true });
    } else expect((await fixture.send(id, await example())).status).toBe(403);
    const { value, refusal } = await fixture.call(id, await example());
    if (refusal !== undefined) throw refusal;
    expect(operation.output.safeParse(operation.list ? value.items : value)).toMatchObject({ success: true });
  });

  // An hour is no id.
  const named = Object.keys(operation.params.shape).filter((name) => name !== "valid_from");
  if (named.length > 0)
    test("404 for an id that nothing has", async () => {
      const input = await example();
      const before = await changed();
      for (const name of named) {
        const absent = { ...input, [name]: `org_${"0".repeat(26)}` };
        if (byPeopleAlone.has(id)) expect((await fixture.call(id, absent)).refusal?.code, name).toBe("not_found");
        else expect(await fixture.send(id, absent), name).toMatchObject({ status: 404, body: { code: "not_found" } });
      }
      expect(await changed()).toEqual(before);
    });

  if (operation.list)
    test("its pages, one after the other, are the whole list", async () => {
      const input: Readonly<Record<string, unknown>> = await example();
      const where = Object.fromEntries(named.map((name) => [name, input[name]]));
      const { body: whole } = await fixture.send(id, { ...where, limit: 1000 });
      const limit = Math.max(1, Math.ceil(whole.length / 3));
      const items: unknown[] = [];
      let cursor = "";
      do {
        const page = await fixture.send(id, { ...where, limit, ...(cursor !== "" && { cursor }) });
        items.push(...page.body);
        cursor = nextCursor(page);
      } while (cursor !== "");
      expect(items).toEqual(whole);
    });

  if (!changes) return;

  test("is planned without a trace but in the trail", async () => {
    const input = await example();
    const before = await changed();
    const { value, refusal } = await fixture.plan(id, input);
    if (refusal !== undefined) throw refusal;
    expect(OperatorChangePlan.parse(value).would_answer).toBe(operation.success);
    expect(OperatorChangePlan.parse(value).changes).not.toEqual([]);
    expect(await changed()).toEqual(before);
    expect(await events(id)).toMatchObject([{ planned: true, result: operation.success }]);
    const support = await fixture.plan(id, input, fixture.as(fixture.support));
    expect(support.refusal?.code).toBe("scope_missing");
  });

  test("is in the trail with who, from where, what and the answer's status", async () => {
    const input = await example();
    const { refusal } = await fixture.call(id, input);
    if (refusal !== undefined) throw refusal;
    const [event] = await events(id);
    expect(event).toMatchObject({
      ...{ actor_type: "user", actor_id: fixture.operator, action: id, source_ip: "192.0.2.7" },
      ...{ result: operation.success, planned: false, resource_type: operation.resource },
    });
    // Of long texts the trail has the digest alone, and of secrets that they were set.
    const whole = Object.entries(input).filter(([field]) => field !== "content");
    for (const [field, value] of whole)
      expect(event?.fields).toMatchObject({
        [field]: ["password", "client_secret", "client_key", "secret_key", "url"].includes(field) ? "set" : value,
      });
  });

  if (operation.idempotency !== "none")
    test("replays the first answer under the same idempotency key and refuses the key for another request", async () => {
      const input = await example();
      const key = randomUUID();
      const first = await fixture.call(id, input, undefined, key);
      expect(first.refusal).toBeUndefined();
      const before = await databaseState(api.database);
      expect(await fixture.call(id, input, undefined, key)).toEqual(first);
      expect(await databaseState(api.database)).toEqual(before);
      const other = { ...(await example()), ...(id === "operatorToken.create" && { name: "other" }) };
      // What has no fields has no other request.
      if (Object.keys(other).length > 0)
        expect((await fixture.call(id, other, undefined, key)).refusal?.code).toBe("idempotency_key_reused");
    });
});

/** The newest event of an operation. */
function events(action: string) {
  return api.database.prisma.operatorEvent.findMany({ where: { action }, orderBy: { event_id: "desc" }, take: 1 });
}
