import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type ApiResponse, type RequestOptions, together } from "../api-fixture.ts";
import { changesNothing } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { expectError } from "../expect-error.ts";

const fieldsOf = (operation: Operation) => Object.entries(operation.query.shape) as [string, z.ZodType][];

/** Texts that are not a number, boolean or enumeration value. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  number: ["", "abc", "-1", "1.5", "1e2", "0x10", " 1", "1 ", "NaN", "Infinity", "99999999999999999999", "١", "null"],
  boolean: ["", "1", "0", "yes", "TRUE", "True", "null"],
  enum: ["", "no-such-value", "null", "RUNNING"],
  string: ["null\u0000character"],
};

/** A correctly encoded cursor that is no position of any list. */
const NO_POSITION = Buffer.from('{"id":"x"}').toString("base64url");

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

describe.each(eachOperation)("%s", (_, operation) => {
  type Query = NonNullable<RequestOptions["query"]>;
  const send = (query: Query) => api.own.send(operation, api.own.request(operation), { query });

  /** Sends queries that must be refused because of a field, which the answer names. */
  function refuses(queries: readonly (readonly [field: string, query: Query])[]): Promise<void> {
    return changesNothing(api, () =>
      together(queries, async ([field, query]) => expectField(await send(query), field, JSON.stringify(query))),
    );
  }

  function expectField(response: ApiResponse, field: string, of: string) {
    expectError(response, 400, "invalid_request", of);
    expect(
      response.body.errors.map((error: { field: string }) => error.field),
      of,
    ).toContain(field);
  }

  test("400 names unknown query fields", async () => {
    const unknown = ["unknown_field", "Limit", "offset_", "constructor", "limit[]"];
    const misplaced = [...Object.keys(operation.params.shape), ...Object.keys(operation.body.shape)];
    await refuses([
      ...unknown.map((name) => [name, { [name]: "1" }] as const),
      ...misplaced.map((name) => [name, { [name]: "x" }] as const),
    ]);
  });

  if (fieldsOf(operation).length > 0)
    test("400 names query fields that are repeated or of a wrong type", async () => {
      const queries = fieldsOf(operation).flatMap(([name, schema]) => {
        const several = kindOf(schema) === "array";
        const kind = kindOf(several ? itemOf(schema) : schema);
        const wrong = WRONG[kind];
        if (wrong === undefined) throw new Error(`${name} is a ${kind}, of which no wrong texts are known`);
        return [...wrong, several ? Array<string>(51).fill("1") : ["1", "1"]].map(
          (value) => [name, { [name]: value }] as const,
        );
      });
      await refuses(queries);
    });

  if (operation.list)
    test("200 for limits from 1 to 1000; 400 for other limits and invalid cursors", async () => {
      for (const limit of ["1", "1000"]) expect((await send({ limit })).status).toBe(200);
      const cursors = ["", "!", "%00", "AA==", "AA", "_", "AAAA", "a".repeat(201), NO_POSITION];
      await refuses([
        ...["0", "1001", "-1"].map((limit) => ["limit", { limit }] as const),
        ...cursors.map((cursor) => ["cursor", { cursor }] as const),
      ]);
    });
});

/** The schema of the values of a field that may be repeated. */
function itemOf(schema: z.ZodType): z.ZodType {
  const { innerType, element } = schema.def as { innerType?: z.ZodType; element?: z.ZodType };
  if (element !== undefined) return element;
  return innerType === undefined ? schema : itemOf(innerType);
}

/** The type of a schema inside optional, default and nullable wrappers. */
function kindOf(schema: z.ZodType): string {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  return innerType === undefined ? type : kindOf(innerType);
}
