import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type ApiResponse, type RequestOptions, together } from "../api-fixture.ts";
import { changesNothing } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import type { AnyRequest } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

/** Unusual values of every JSON type. */
const SAMPLES: readonly unknown[] = [
  null,
  true,
  -1.5,
  1e300,
  "no such value \n",
  [],
  [[]],
  [null],
  {},
  { nested: { deeper: [] } },
];

/** One MiB of text. */
const LONG = "x".repeat(1024 * 1024);

const fieldsOf = (operation: Operation) => Object.entries(operation.body.shape) as [string, z.ZodType][];
const takesBody = (operation: Operation) => fieldsOf(operation).length > 0;

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

const withBodies = eachOperation.filter(([, operation]) => operation.method !== "GET");

/** A request that must be refused: its name in messages, what is sent, and the fields that the answer names. */
type Refused = readonly [name: string, options: RequestOptions, fields: readonly string[]];

const withText = (rawBody: string | Buffer, contentType = "application/json"): RequestOptions => ({
  rawBody,
  headers: { "content-type": contentType },
});

describe.each(withBodies)("%s", (_, operation) => {
  const valid = (): AnyRequest => api.own.request(operation);
  /** The valid body with other fields. */
  const withFields = (fields: Readonly<Record<string, unknown>>): RequestOptions => ({
    body: { ...valid().body, ...fields },
  });

  async function refuses(refused: readonly Refused[], request = valid()): Promise<void> {
    await changesNothing(api, () =>
      together(refused, async ([name, options, fields]) =>
        expectFields(await api.own.send(operation, request, options), fields, name),
      ),
    );
  }

  function expectFields(response: ApiResponse, fields: readonly string[], of: string) {
    expectError(response, 400, "invalid_request", of);
    const named: string[] = (response.body.errors ?? []).map((error: { field: string }) => error.field);
    for (const field of fields)
      expect(
        named.some((name) => name === field || name.startsWith(`${field}.`)),
        `${of}: ${field} among ${named}`,
      ).toBe(true);
    expect(named.length, of).toBeGreaterThan(0);
  }

  test("400 for bodies that are not a JSON object, and nothing is changed", async () => {
    const { body } = valid();
    const text = JSON.stringify(body ?? {});
    const refused: Readonly<Record<string, RequestOptions>> = {
      "broken JSON": withText("{"),
      "two values": withText(`${text}${text}`),
      "an array": withText(`[${text}]`),
      "a string": withText('"text"'),
      "a number": withText("0"),
      null: withText("null"),
      "a comment": withText(`${text} // ok`),
      "invalid UTF-8": withText(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      "UTF-16": withText(Buffer.from(text, "utf16le")),
      "a form": withText("name=value", "application/x-www-form-urlencoded"),
      "plain text": withText(text, "text/plain"),
      "a type that begins like JSON": withText(text, "application/jsonp"),
      "more than 1 MiB": withText(`${JSON.stringify({ ...body, unknown_field: "" }).slice(0, -2)}${LONG}"}`),
    };
    await refuses(Object.entries(refused).map(([name, options]) => [name, options, [""]]));
  });

  test("400 names a repeated field at any depth", async () => {
    const { body } = valid();
    const [name, value] = Object.entries(body ?? { unknown_field: 1 })[0] ?? ["unknown_field", 1];
    const twice = `{${JSON.stringify(name)}:1,${JSON.stringify({ ...body, [name]: value }).slice(1)}`;
    const furtherIn = `{"a":[{"b":{"c":1,"c":1}}],${JSON.stringify({ ...body, z: 1 }).slice(1)}`;
    await refuses([
      ["twice", { rawBody: twice }, [name]],
      ["further in", { rawBody: furtherIn }, ["a.0.b.c"]],
    ]);
  });

  test("400 names unknown fields", async () => {
    const insides = { __proto__x: 1, constructor: {} };
    await refuses([
      ["an unknown field", withFields({ unknown_field: 1 }), ["unknown_field"]],
      ["names of objects' insides", withFields(insides), ["__proto__x", "constructor"]],
      ["a prototype", { rawBody: '{"__proto__":{"admin":true}}' }, ["__proto__"]],
      ...Object.keys(operation.params.shape).map(
        (name) => ["a path parameter in the body", withFields({ [name]: "x" }), [name]] as const,
      ),
    ]);
  });

  if (takesBody(operation))
    test("400 names missing fields and fields with a value of a wrong type", async () => {
      const { body: _, ...bare } = valid();
      const required = fieldsOf(operation).filter(([, schema]) => !schema.safeParse(undefined).success);
      if (required.length > 0) {
        const names = required.map(([name]) => name);
        await refuses([["an empty object", {}, names]], { ...bare, body: {} });
        await refuses([["no body", {}, names]], bare);
      }
      const wrong = fieldsOf(operation).flatMap(([name, schema]) =>
        SAMPLES.filter((value) => !schema.safeParse(value).success).map(
          (sample) => [JSON.stringify(sample), withFields({ [name]: sample }), [name]] as const,
        ),
      );
      expect(wrong.length).toBeGreaterThan(0);
      const withNull = fieldsOf(operation).flatMap(([name]) => [
        ["a null character", withFields({ [name]: "null\u0000character" }), [name]] as const,
        ["a null character in a list", withFields({ [name]: ["null\u0000character"] }), [name]] as const,
      ]);
      await refuses([...wrong, ...withNull]);
    });

  test("400 names all wrong fields at once", async () => {
    const nothing = { nothing: "takes this" };
    const faults = { ...Object.fromEntries(fieldsOf(operation).map(([name]) => [name, nothing])), unknown_field: 1 };
    const refused = fieldsOf(operation).filter(([, schema]) => !schema.safeParse(nothing).success);
    await refuses([["all at once", { body: faults }, [...refused.map(([name]) => name), "unknown_field"]]]);
  });

  test("succeeds with the valid body", async () => {
    const response = await api.own.send(operation, valid());
    expect(response.body?.detail).toBeUndefined();
    expect(response.status).toBe(operation.success);
  });
});
