import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type Api, type ApiResponse, type RequestOptions, startApi } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { expectError } from "../expect-error.ts";
import { operationFixture } from "./operation-fixture.ts";

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

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe.each(eachOperation)("%s", (_, operation) => {
  const fixture = operationFixture(() => api, operation);
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    before = await databaseState(api.database);
  });

  const send = (query: NonNullable<RequestOptions["query"]>) => fixture.send({ query });
  function expectField(response: ApiResponse, field: string, of: string) {
    expectError(response, 400, "invalid_request", of);
    expect(
      response.body.errors.map((error: { field: string }) => error.field),
      of,
    ).toContain(field);
  }

  test("400 names unknown query fields", async () => {
    for (const name of ["unknown_field", "Limit", "offset_", "constructor", "limit[]"])
      expectField(await send({ [name]: "1" }), name, name);
    for (const name of [...Object.keys(operation.params.shape), ...Object.keys(operation.body.shape)])
      expectField(await send({ [name]: "x" }), name, name);
    expect(await databaseState(api.database)).toEqual(before);
  });

  if (fieldsOf(operation).length > 0)
    test("400 names query fields that are repeated or of a wrong type", async () => {
      for (const [name, schema] of fieldsOf(operation)) {
        const several = kindOf(schema) === "array";
        const kind = kindOf(several ? itemOf(schema) : schema);
        const wrong = WRONG[kind];
        expect(wrong, `${name} is a ${kind}`).toBeDefined();
        for (const text of wrong ?? []) expectField(await send({ [name]: text }), name, `${name}=${text}`);
        if (several) expectField(await send({ [name]: Array(51).fill("1") }), name, `${name} 51 times`);
        else expectField(await send({ [name]: ["1", "1"] }), name, `${name} twice`);
      }
      expect(await databaseState(api.database)).toEqual(before);
    });

  if (operation.list)
    test("200 for limits from 1 to 1000; 400 for other limits and invalid cursors", async () => {
      for (const limit of ["1", "1000"]) expect((await send({ limit })).status).toBe(200);
      for (const limit of ["0", "1001", "-1"]) expectField(await send({ limit }), "limit", limit);
      for (const cursor of ["", "!", "%00", "AA==", "AA", "_", "AAAA", "a".repeat(201), NO_POSITION])
        expectField(await send({ cursor }), "cursor", cursor);
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
