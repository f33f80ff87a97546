import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const accepting = eachOperation.filter(([, operation]) => operation.idempotency !== "none");
const requiring = accepting.filter(([, operation]) => operation.idempotency === "required");
/** Operations whose answer contains only a count, so that two answers may be equal. */
const NAMELESS: ReadonlySet<string> = new Set(["object.delete"]);
const ignoring = eachOperation.filter(([, operation]) => operation.idempotency === "none" && !operation.safe);

test("an idempotency key is required exactly for 202 operations and optional for other changing POSTs", () => {
  for (const [id, operation] of eachOperation) {
    const expected =
      operation.success === 202 ? "required" : operation.method === "POST" && !operation.safe ? "optional" : "none";
    expect({ id, idempotency: operation.idempotency }).toEqual({ id, idempotency: expected });
  }
});

describe.each(requiring)("%s", (_, operation) => {
  test("400 names X-Idempotency-Key for a request without a key", async () => {
    const fixture = new ExampleFixture(api, api.tenant);
    const request = await exampleOf(operation, fixture);
    const before = await databaseState(api.database);
    const response = await fixture.send(operation, request, { key: null });
    expectError(response, 400, "invalid_request");
    expect(response.body.errors).toEqual([{ field: "X-Idempotency-Key", message: expect.any(String) }]);
    expect(await databaseState(api.database)).toEqual(before);
  });
});

describe.each(accepting)("%s", (id, operation) => {
  let fixture: ExampleFixture;
  let request: AnyRequest;
  beforeAll(async () => {
    fixture = new ExampleFixture(api, await api.createTenant());
    request = await exampleOf(operation, fixture);
  });

  test("400 for keys that are empty, longer than 255 or not visible ASCII", async () => {
    for (const key of ["", "x".repeat(256), "two words", "tab\there", "ключ", "emoji😀"]) {
      const response = await fixture.send(operation, request, { key: null, headers: { "x-idempotency-key": key } });
      expectError(response, 400, "invalid_request", key);
      expect(response.body.errors).toEqual([{ field: "X-Idempotency-Key", message: expect.any(String) }]);
    }
  });

  test("replays the first answer for a repeated key and changes nothing", async () => {
    const key = `~!${id}`.padEnd(255, "k");
    const first = await fixture.send(operation, request, { key });
    expect({ status: first.status, replayed: first.headers["idempotency-replayed"] }).toEqual({
      status: operation.success,
      replayed: undefined,
    });

    const before = await databaseState(api.database);
    const reordered = {
      ...request,
      ...(request.body && { body: Object.fromEntries(Object.entries(request.body).toReversed()) }),
    };
    for (const again of [
      await fixture.send(operation, request, { key }),
      await fixture.send(operation, reordered, { key }),
    ]) {
      expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text });
      expect(again.headers["idempotency-replayed"]).toBe("true");
      expect(again.headers.location).toBe(first.headers.location);
    }
    expect(await databaseState(api.database)).toEqual(before);
  });

  test("409 idempotency_key_reused for another request with the key", async () => {
    const key = `reused-${id}`;
    const first = await fixture.send(operation, await exampleOf(operation, fixture), { key });
    expect(first.status).toBe(operation.success);
    const other = await exampleOf(operation, new ExampleFixture(api, fixture.tenant, fixture.tenant.otherWorkspaceId));
    const before = await databaseState(api.database);
    expectError(await fixture.send(operation, other, { key }), 409, "idempotency_key_reused");
    expect(await databaseState(api.database)).toEqual(before);
  });

  test("treats the same key as different in another workspace and for another operation", async () => {
    const key = `apart-${id}`;
    const sibling = new ExampleFixture(api, fixture.tenant, fixture.tenant.otherWorkspaceId);
    const there = await exampleOf(operation, sibling);
    const answers = [
      await fixture.send(operation, await exampleOf(operation, fixture), { key }),
      await sibling.send(operation, there, { key }),
    ];
    for (const answer of answers)
      expect({ status: answer.status, replayed: answer.headers["idempotency-replayed"] }).toEqual({
        status: operation.success,
        replayed: undefined,
      });
    if (!NAMELESS.has(id)) expect(answers[0]?.text).not.toBe(answers[1]?.text);
    const [, different] = accepting.find(([candidate]) => candidate !== id) ?? [];
    if (different === undefined) return;
    const elsewhere = await fixture.send(different, await exampleOf(different, fixture), { key });
    expect({ status: elsewhere.status, replayed: elsewhere.headers["idempotency-replayed"] }).toEqual({
      status: different.success,
      replayed: undefined,
    });
  });

  test("stores no key for a refused request, so that a corrected retry succeeds", async () => {
    const own = new ExampleFixture(api, api.tenant);
    const right = await exampleOf(operation, own);
    const key = `afresh-${id}`;
    const wrong = { ...right, body: { ...right.body, unknown_field: 1 } };
    expectError(await own.send(operation, wrong, { key }), 400, "invalid_request");
    const [param] = Object.keys(operation.params.shape);
    if (param !== undefined)
      expectError(
        await own.send(operation, { ...right, params: { ...right.params, [param]: "absent" } }, { key }),
        404,
        "not_found",
      );
    const answer = await own.send(operation, right, { key });
    expect({ status: answer.status, replayed: answer.headers["idempotency-replayed"] }).toEqual({
      status: operation.success,
      replayed: undefined,
    });
  });

  if (operation.billable)
    test("402 creates nothing and stores no key, so that a retry after a top-up succeeds", async () => {
      const own = new ExampleFixture(api, await api.createTenant());
      const poorer = await exampleOf(operation, own);
      const setBalance = (balance: string) =>
        setWallet(api.database, { organizationId: own.tenant.organizationId, balance, creditLimit: "0" });
      await setBalance("0");
      // A refusal for funds counts anew what is committed, such as less after a deletion.
      const state = async () => ({ ...(await databaseState(api.database)), "public.commitment": undefined });
      const before = await state();
      const key = `paid-${id}`;
      for (const _ of [1, 2]) expectError(await own.send(operation, poorer, { key }), 402, "insufficient_funds");
      expect(await state()).toEqual(before);
      await setBalance("1000000");
      const paid = await own.send(operation, poorer, { key });
      expect({ status: paid.status, replayed: paid.headers["idempotency-replayed"] }).toEqual({
        status: operation.success,
        replayed: undefined,
      });
    });
});

describe.each(ignoring)("%s", (_, operation) => {
  test("ignores X-Idempotency-Key", async () => {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const response = await fixture.send(operation, await exampleOf(operation, fixture), {
      key: "not a key",
      headers: { "x-idempotency-key": "not a key" },
    });
    expect({ status: response.status, replayed: response.headers["idempotency-replayed"] }).toEqual({
      status: operation.success,
      replayed: undefined,
    });
  });
});
