import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiResponse, together } from "../api-fixture.ts";
import { changesNothing, databaseState } from "../database-state.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { expectError } from "../expect-error.ts";

/** For keys that are sent again, and for keys that are used elsewhere: each carries every example out. */
let again: ArrangedApi;
let elsewhere: ArrangedApi;
beforeAll(async () => {
  again = await startArrangedApi();
  elsewhere = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => Promise.all([again.close(), elsewhere.close()]));

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
    await changesNothing(again, async () => {
      const response = await again.own.send(operation, again.own.request(operation), { key: null });
      expectError(response, 400, "invalid_request");
      expect(response.body.errors).toEqual([{ field: "X-Idempotency-Key", message: expect.any(String) }]);
    });
  });
});

describe.each(accepting)("%s", (id, operation) => {
  /** The answer is the first one to the key. */
  const made = { status: operation.success, replayed: undefined };
  const outcomeOf = ({ status, headers }: ApiResponse) => ({ status, replayed: headers["idempotency-replayed"] });

  test("400 for keys that are empty, longer than 255 or not visible ASCII", async () => {
    const request = again.own.request(operation);
    await together(["", "x".repeat(256), "two words", "tab\there", "ключ", "emoji😀"], async (key) => {
      const headers = { "x-idempotency-key": key };
      const response = await again.own.send(operation, request, { key: null, headers });
      expectError(response, 400, "invalid_request", key);
      expect(response.body.errors).toEqual([{ field: "X-Idempotency-Key", message: expect.any(String) }]);
    });
  });

  test("replays the first answer for a repeated key and changes nothing", async () => {
    const request = again.own.request(operation);
    const key = `~!${id}`.padEnd(255, "k");
    const first = await again.own.send(operation, request, { key });
    expect(outcomeOf(first)).toEqual(made);
    const reordered = {
      ...request,
      ...(request.body && { body: Object.fromEntries(Object.entries(request.body).toReversed()) }),
    };
    await changesNothing(again, async () => {
      for (const same of [request, reordered]) {
        const replay = await again.own.send(operation, same, { key });
        expect({ status: replay.status, text: replay.text }).toEqual({ status: first.status, text: first.text });
        expect(replay.headers["idempotency-replayed"]).toBe("true");
        expect(replay.headers.location).toBe(first.headers.location);
      }
    });
  });

  test("409 idempotency_key_reused for another request with the key", async () => {
    const { foreign, sibling } = elsewhere;
    const key = `reused-${id}`;
    const first = await foreign.send(operation, foreign.request(operation), { key });
    expect(first.status).toBe(operation.success);
    await changesNothing(elsewhere, async () => {
      const other = await foreign.send(operation, sibling.request(operation), { key });
      expectError(other, 409, "idempotency_key_reused");
    });
  });

  test("treats the same key as different in another workspace and for another operation", async () => {
    const { own, sibling } = elsewhere;
    const key = `apart-${id}`;
    const here = await own.send(operation, own.request(operation), { key });
    const there = await sibling.send(operation, sibling.request(operation), { key });
    for (const answer of [here, there]) expect(outcomeOf(answer)).toEqual(made);
    if (!NAMELESS.has(id)) expect(here.text).not.toBe(there.text);
    const [, different] = accepting.find(([candidate]) => candidate !== id) ?? [];
    if (different === undefined) return;
    // Arranged anew, because every test of this kind carries it out.
    const another = await own.send(different, await exampleOf(different, own), { key });
    expect({ status: another.status, replayed: another.headers["idempotency-replayed"] }).toEqual({
      status: different.success,
      replayed: undefined,
    });
  });

  test("stores no key for a refused request, so that a corrected retry succeeds", async () => {
    const { sibling } = again;
    const right = sibling.request(operation);
    const key = `afresh-${id}`;
    const wrong = { ...right, body: { ...right.body, unknown_field: 1 } };
    expectError(await sibling.send(operation, wrong, { key }), 400, "invalid_request");
    const [param] = Object.keys(operation.params.shape);
    if (param !== undefined) {
      const absent = { ...right, params: { ...right.params, [param]: "absent" } };
      expectError(await sibling.send(operation, absent, { key }), 404, "not_found");
    }
    expect(outcomeOf(await sibling.send(operation, right, { key }))).toEqual(made);
  });

  if (operation.billable)
    test("402 creates nothing and stores no key, so that a retry after a top-up succeeds", async () => {
      const { foreign, database } = again;
      const { organizationId } = foreign.tenant;
      const poorer = foreign.request(operation);
      const setBalance = (balance: string) => setWallet(database, { organizationId, balance, creditLimit: "0" });
      await setBalance("0");
      // A refusal for funds counts anew what is committed, such as less after a deletion.
      const state = async () => ({ ...(await databaseState(database)), "public.commitment": undefined });
      const before = await state();
      const key = `paid-${id}`;
      for (const _ of [1, 2]) expectError(await foreign.send(operation, poorer, { key }), 402, "insufficient_funds");
      expect(await state()).toEqual(before);
      await setBalance("1000000");
      expect(outcomeOf(await foreign.send(operation, poorer, { key }))).toEqual(made);
    });
});

describe.each(ignoring)("%s", (_, operation) => {
  test("ignores X-Idempotency-Key", async () => {
    const response = await again.own.send(operation, again.own.request(operation), {
      key: "not a key",
      headers: { "x-idempotency-key": "not a key" },
    });
    expect({ status: response.status, replayed: response.headers["idempotency-replayed"] }).toEqual({
      status: operation.success,
      replayed: undefined,
    });
  });
});
