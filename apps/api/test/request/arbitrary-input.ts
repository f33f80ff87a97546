import type { Operation } from "@fulmar/contract";
import fc from "fast-check";
import { z } from "zod";
import type { AnyRequest } from "../examples/example-fixture.ts";

/** The parts of JSON Schema that are used to generate values. */
interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** Texts that are known to break servers. */
const NASTY = [
  "",
  " ",
  "\u0000",
  "\uD800",
  "😀",
  "ﬃ",
  "%00",
  "../../etc/passwd",
  "'; DROP TABLE vm; --",
  "$(7*7)",
  "__proto__",
  "a".repeat(5000),
  "\r\nX-Evil: 1",
  "١٢٣",
  "-0",
  "1e999",
];

const anyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: "binary", maxLength: 40 }));
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  anyText,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constant(Number.MAX_VALUE),
);

const unknownFields = fc.dictionary(fc.string(), anything, { maxKeys: 2 });

/**
 * Generates requests near an operation's example: fields are kept, left out, or replaced by values of their schema or
 * by anything.
 */
export function requestNear(operation: Operation, example: AnyRequest): fc.Arbitrary<AnyRequest> {
  return fc.record({
    params: near(operation.params, example.params ?? {}).map(textsOf),
    query: near(operation.query, example.query ?? {}).map(textsOf),
    body: near(operation.body, example.body ?? {}),
  });
}

function near(schema: z.ZodObject, example: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([name, type]) => {
    const described = z.toJSONSchema(type, { io: "input" }) as JsonSchema;
    const kept = Object.hasOwn(example, name)
      ? [{ arbitrary: fc.constant(example[name]), weight: 8 }]
      : [{ arbitrary: fc.constant(undefined), weight: 4 }];
    const field = fc.oneof(
      ...kept,
      { arbitrary: arbitraryOf(described, described.$defs ?? {}), weight: 3 },
      { arbitrary: anything, weight: 1 },
    );
    return [name, field] as const;
  });
  const unknown = fc.oneof({ arbitrary: fc.constant({}), weight: 12 }, { arbitrary: unknownFields, weight: 1 });
  return fc
    .tuple(fc.record(Object.fromEntries(fields)), unknown)
    .map(([known, more]) =>
      Object.fromEntries(Object.entries({ ...known, ...more }).filter(([, value]) => value !== undefined)),
    );
}

function arbitraryOf(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<unknown> {
  const { minimum = -100, maximum = 1_000_000, minLength = 0, maxLength = 60 } = schema;
  if (schema.$ref !== undefined)
    return arbitraryOf(definitions[schema.$ref.replace("#/$defs/", "")] ?? {}, definitions);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((option) => arbitraryOf(option, definitions)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === "integer" || schema.type === "number")
    return fc.oneof(
      fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) }),
      fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, 0.5),
    );
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array")
    return fc.array(arbitraryOf(schema.items ?? {}, definitions), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
  if (schema.type === "object") {
    const properties = Object.entries(schema.properties ?? {}).map(
      ([name, property]) => [name, arbitraryOf(property, definitions)] as const,
    );
    return fc.record(Object.fromEntries(properties), { requiredKeys: [] });
  }
  // fast-check cannot generate texts for patterns with lookahead.
  if (schema.type === "string")
    return schema.pattern === undefined || schema.pattern.includes("(?=")
      ? textOf(Math.min(minLength, 60), Math.min(maxLength, 60))
      : textMatching(schema.pattern);
  return anything;
}

/** Texts of each kind. To describe one to fast-check takes longer than to generate many. */
const texts = new Map<string, fc.Arbitrary<string>>();

function textOf(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return once(`${minLength} to ${maxLength}`, () => fc.oneof(fc.string({ minLength, maxLength }), anyText));
}

function textMatching(pattern: string): fc.Arbitrary<string> {
  return once(pattern, () => fc.oneof(fc.stringMatching(new RegExp(pattern, "u")), anyText));
}

function once(key: string, describe: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const known = texts.get(key) ?? describe();
  texts.set(key, known);
  return known;
}

/** Values as in a URL, which cannot contain lone surrogates. */
function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
  return Object.fromEntries(texts.map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]));
}
