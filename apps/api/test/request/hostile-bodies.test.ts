import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { together } from "../api-fixture.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { expectError } from "../expect-error.ts";

/** The largest body. */
const BYTES = 1024 * 1024;

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`;
const named = (index: number) => `"${index.toString(36).padStart(4, "0")}":1`;

/** Hostile bodies of valid JSON, of almost as many bytes each. */
const hostileBodies = (bytes: number) => ({
  "lists in lists": Buffer.from(`{"name":${nested(bytes / 2 - 10, "[", "]")}}`),
  "objects in objects": Buffer.from(`{"name":${'{"a":'.repeat(bytes / 8)}1${"}".repeat(bytes / 8)}}`),
  "very many unknown fields": Buffer.from(
    `{${Array.from({ length: bytes / 12 }, (_, index) => named(index)).join(",")}}`,
  ),
  "a very long list of wrong values": Buffer.from(`{"tags":[${"1,".repeat(bytes / 2 - 20)}1],"ssh_keys":[]}`),
  "a field with a very long name": Buffer.from(`{"${"n".repeat(bytes - 20)}":1}`),
  "a very long name": Buffer.from(`{"name":"${"n".repeat(bytes - 20)}"}`),
  "a very long number": Buffer.from(`{"name":${"9".repeat(bytes - 20)}}`),
});

const megabytes = hostileBodies(BYTES);
const eighths = hostileBodies(BYTES / 8);
/**
 * Those that take longest to parse are an eighth as long for most operations: 65,000 lists and 16,000 objects in each
 * other are more than any stack has room for, and 10,000 fields are more than any answer may name.
 */
const most: typeof megabytes = {
  ...megabytes,
  "lists in lists": eighths["lists in lists"],
  "objects in objects": eighths["objects in objects"],
  "very many unknown fields": eighths["very many unknown fields"],
};

const withBodies = eachOperation.filter(([, operation]) => Object.keys(operation.body.shape).length > 0);
/** The first operation of each family. */
const firsts = new Set([...Map.groupBy(withBodies, ([, { family }]) => family).values()].map(([first]) => first?.[0]));

describe.each(withBodies)("%s", (id, operation) => {
  test("400 with a short answer for hostile bodies of up to a megabyte", async () => {
    for (const [name, rawBody] of Object.entries(firsts.has(id) ? megabytes : most)) {
      expect(rawBody.length).toBeLessThanOrEqual(BYTES);
      const response = await api.own.send(operation, api.own.request(operation), { rawBody });
      expectError(response, 400, "invalid_request", name);
      expect(response.text.length, name).toBeLessThan(20_000);
    }
  });

  test("400 names the field for text with an unpaired surrogate, in every field and in a field's name", async () => {
    const request = api.own.request(operation);
    // JSON.stringify escapes it, so that the body itself is valid UTF-8.
    const lone = "text\ud800";
    const named = Object.keys(operation.body.shape).flatMap((name) => [
      [{ [name]: lone }, name] as const,
      [{ [name]: [{ deep: lone }] }, `${name}.0.deep`] as const,
    ]);
    await together([...named, [{ [lone]: 1 }, lone.toWellFormed()] as const], async ([part, field]) => {
      const rawBody = JSON.stringify({ ...request.body, ...part });
      const response = await api.own.send(operation, request, { rawBody });
      expectError(response, 400, "invalid_request", field);
      expect(response.body.errors).toEqual([{ field, message: "must be valid Unicode text" }]);
    });
  });
});
