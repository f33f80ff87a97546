import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type Api, type ApiResponse, type RequestOptions, startApi } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
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

const fieldsOf = (operation: Operation) => Object.entries(operation.body.shape) as [string, z.ZodType][];
const takesBody = (operation: Operation) => fieldsOf(operation).length > 0;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const withBodies = eachOperation.filter(([, operation]) => operation.method !== "GET");

describe.each(withBodies)("%s", (_, operation) => {
  let fixture: ExampleFixture;
  let request: AnyRequest;
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    fixture = new ExampleFixture(api, api.tenant);
    request = await exampleOf(operation, fixture);
    before = await databaseState(api.database);
  });

  const send = (options: RequestOptions) => fixture.send(operation, request, options);
  const sendBody = (body: unknown) => send({ body });

  function expectFields(response: ApiResponse, fields: readonly string[], of: string) {
    expectError(response, 400, "invalid_request", of);
    const named: string[] = (response.body.errors ?? []).map((error: { field: string }) => error.field);
    for (const field of fields)
      expect(
        named.some((name) => name === field || name.startsWith(`${field}.`)),
        `${of}: ${field} among ${named}`,
      ).toBe(true);
    expect(response.body.errors.length).toBeGreaterThan(0);
  }

  test("400 for bodies that are not a JSON object, and nothing is changed", async () => {
    const text = (rawBody: string | Buffer, contentType = "application/json"): RequestOptions => ({
      rawBody,
      headers: { "content-type": contentType },
    });
    const valid = JSON.stringify(request.body ?? {});
    const refused: Readonly<Record<string, RequestOptions>> = {
      "broken JSON": text("{"),
      "two values": text(`${valid}${valid}`),
      "an array": text(`[${valid}]`),
      "a string": text('"text"'),
      "a number": text("0"),
      null: text("null"),
      "a comment": text(`${valid} // ok`),
      "invalid UTF-8": text(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      "UTF-16": text(Buffer.from(valid, "utf16le")),
      "a form": text("name=value", "application/x-www-form-urlencoded"),
      "plain text": text(valid, "text/plain"),
      "a type that begins like JSON": text(valid, "application/jsonp"),
      "more than 1 MiB": text(JSON.stringify({ ...request.body, unknown_field: "x".repeat(1024 * 1024) })),
    };
    for (const [name, options] of Object.entries(refused)) expectFields(await send(options), [""], name);
    expect(await databaseState(api.database)).toEqual(before);
  });

  test("400 names a repeated field at any depth", async () => {
    const twice = (name: string, value: unknown) => ({
      rawBody: `{${JSON.stringify(name)}:1,${JSON.stringify({ ...request.body, [name]: value }).slice(1)}`,
    });
    const [name, value] = Object.entries(request.body ?? { unknown_field: 1 })[0] ?? ["unknown_field", 1];
    expectFields(await send(twice(name, value)), [name], "twice");
    expectFields(
      await send({ rawBody: `{"a":[{"b":{"c":1,"c":1}}],${JSON.stringify({ ...request.body, z: 1 }).slice(1)}` }),
      ["a.0.b.c"],
      "further in",
    );
    expect(await databaseState(api.database)).toEqual(before);
  });

  test("400 names unknown fields", async () => {
    expectFields(await sendBody({ ...request.body, unknown_field: 1 }), ["unknown_field"], "an unknown field");
    expectFields(
      await sendBody({ ...request.body, __proto__x: 1, constructor: {} }),
      ["__proto__x", "constructor"],
      "names of objects' insides",
    );
    expectFields(await send({ rawBody: '{"__proto__":{"admin":true}}' }), ["__proto__"], "a prototype");
    for (const name of Object.keys(operation.params.shape))
      expectFields(await sendBody({ ...request.body, [name]: "x" }), [name], "a path parameter in the body");
    expect(await databaseState(api.database)).toEqual(before);
  });

  if (takesBody(operation))
    test("400 names missing fields and fields with a value of a wrong type", async () => {
      const required = fieldsOf(operation).filter(([, schema]) => !schema.safeParse(undefined).success);
      if (required.length > 0) {
        const names = required.map(([name]) => name);
        expectFields(await fixture.send(operation, { ...request, body: {} }), names, "an empty object");
        const { body: _, ...bare } = request;
        expectFields(await fixture.send(operation, bare), names, "no body");
      }
      let tried = 0;
      for (const [name, schema] of fieldsOf(operation)) {
        for (const sample of SAMPLES.filter((value) => !schema.safeParse(value).success)) {
          expectFields(await sendBody({ ...request.body, [name]: sample }), [name], JSON.stringify(sample));
          tried++;
        }
        expectFields(await sendBody({ ...request.body, [name]: "null\u0000character" }), [name], "a null character");
        expectFields(
          await sendBody({ ...request.body, [name]: ["null\u0000character"] }),
          [name],
          "a null character in a list",
        );
      }
      expect(tried).toBeGreaterThan(0);
      expect(await databaseState(api.database)).toEqual(before);
    });

  test("400 names all wrong fields at once", async () => {
    const faults = {
      ...Object.fromEntries(fieldsOf(operation).map(([name]) => [name, { nothing: "takes this" }])),
      unknown_field: 1,
    };
    const refused = fieldsOf(operation).filter(([, schema]) => !schema.safeParse({ nothing: "takes this" }).success);
    expectFields(await sendBody(faults), [...refused.map(([name]) => name), "unknown_field"], "all at once");
  });

  test("succeeds with the valid body after all refusals", async () => {
    const response = await send({});
    expect(response.body?.detail).toBeUndefined();
    expect(response.status).toBe(operation.success);
  });
});
