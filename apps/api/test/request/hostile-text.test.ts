// Lists with hostile text in their queries: cursors, searches, tags, moments and whatever else they take. No text
// makes a list fail, and none makes it do more work than any read does, counted in round trips. FULMAR_SEED repeats a
// run.
import { ErrorBody, type Operation } from "@fulmar/contract";
import { recordStatements } from "@fulmar/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_128);
const RUNS = 25;
/**
 * A read takes three (round-trips.test.ts). Lists of objects and versions look for more rows, or for the cursor's,
 * once.
 */
const MOST_ROUND_TRIPS = 4;

let api: ArrangedApi;
let record: ReturnType<typeof recordStatements>;
const counts = { sent: 0, answered: 0, refused: 0 };
beforeAll(async () => {
  api = await startArrangedApi();
  record = recordStatements(api.served);
}, ARRANGING_MS);
afterAll(async () => {
  await api.close();
  console.info(JSON.stringify({ seed: SEED, ...counts }));
});

/** Pieces of patterns, SQL, cursors and dates. */
const PIECES = [
  ...[
    "%",
    "_",
    "\\",
    "*",
    "?",
    "[",
    "^",
    "$",
    "(",
    ")+",
    "{9}",
    "|",
    "'",
    '"',
    ";--",
    "\0",
    "\r\n",
    " ",
    "a",
    "é",
    "e\u0301",
  ],
  ...[
    "\u202e",
    "\u200d",
    "\ufeff",
    "\uffff",
    "\u{10ffff}",
    "😀",
    "İ",
    "ß",
    "Ⅷ",
    "١",
    "-",
    ":",
    "+02:00",
    "Z",
    "T",
    "2026-11-28",
  ],
  ...[
    "T24:00:00Z",
    "2026-02-30T00:00:00Z",
    "0000-00-00",
    "9".repeat(30),
    "1e999",
    "NaN",
    "Infinity",
    "null",
    "[]",
    "{}",
    "__proto__",
  ],
  ...[
    "-created_at ",
    "created_at ",
    "name ",
    "-name ",
    "monthly_price ",
    "size_gb ",
    "../",
    "%00",
    "%2500",
    "$(7*7)",
    "a".repeat(500),
  ],
];
const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((all) => all.join(""));
const text = fc
  .oneof(pieces, fc.string({ unit: "binary", minLength: 1, maxLength: 30 }))
  .map((all) => all.toWellFormed());

/** A cursor that is spelled as one. `ids` are those of rows, which true cursors have in them. */
function cursors(ids: readonly string[]) {
  const key = fc.oneof(
    text,
    fc
      .tuple(fc.oneof(fc.constant(""), text), fc.constantFrom(...ids, "vm_0"), fc.oneof(fc.constant(""), text))
      .map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom(...PIECES), fc.constantFrom(...ids, "vm_0"), text)
      .map(([order, id, value]) => `${order}${id} ${value}`),
  );
  const bytes = fc.oneof(
    key.map((one) => Buffer.from(one, "utf8")),
    fc.uint8Array({ minLength: 1, maxLength: 40 }),
  );
  return fc.oneof(
    text,
    bytes.map((one) => Buffer.from(one).toString("base64url")),
  );
}

/** A query of the list in which one or two fields are hostile. */
function queries({ query }: Operation, ids: readonly string[]) {
  const names = Object.keys(query.shape);
  const cursor = cursors(ids);
  const field = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(fc.constant(name), name === "cursor" ? cursor : text));
  return fc
    .array(field, { minLength: 1, maxLength: 2 })
    .map((fields) => ({ limit: "2", ...Object.fromEntries(fields) }));
}

const lists = operations.filter(({ list }) => list).map((operation) => [operation.id, operation] as const);

// One at a time: what one does is counted.
describe.each(lists)("%s", (_, operation) => {
  test("answers hostile text with success or 400, in the round trips of a read", async () => {
    const request = api.own.request(operation);
    const plain = await api.own.send(operation, { ...request, query: {} });
    expect(plain.status).toBe(200);
    const ids = [...plain.text.matchAll(/"([a-z]+_[0-9a-z]{26})"/g)].flatMap(([, id]) => id ?? []);
    await fc.assert(
      fc.asyncProperty(queries(operation, ids), async (query) => {
        const { result, statements } = await record(() => api.own.send(operation, { ...request, query }));
        counts.sent += 1;
        counts[result.status === 200 ? "answered" : "refused"] += 1;
        expect(statements.filter(({ joined }) => !joined).length).toBeLessThanOrEqual(MOST_ROUND_TRIPS);
        if (result.status === 200) return;
        expect(result.status).toBe(400);
        expect(ErrorBody.safeParse(result.body).success, result.text).toBe(true);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
