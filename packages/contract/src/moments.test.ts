import { expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "./catalog.ts";

/** Fields of requests that take a moment, with their place: also within objects and lists. */
function momentsIn(schema: z.ZodType, place: string): (readonly [place: string, schema: z.ZodType])[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      momentsIn(field, `${place}.${name}`),
    );
  if (schema instanceof z.ZodArray) return momentsIn(schema.element as z.ZodType, `${place}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => momentsIn(option as z.ZodType, place));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return momentsIn(schema.unwrap() as z.ZodType, place);
  const { format } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return format === "date-time" ? [[place, schema]] : [];
}

const moments = catalog.flatMap(({ id, body, query }) => [
  ...momentsIn(body, `${id} body`),
  ...momentsIn(query, `${id} query`),
]);

test("the table has the moments of requests", () => {
  expect(moments.map(([place]) => place)).toEqual(
    expect.arrayContaining(["apiToken.create body.expires_at", "usage.list query.from", "auditEvent.list query.to"]),
  );
});

/** Spellings of one moment, the beginning of an hour (RFC 3339). */
const SPELLINGS = [
  "2030-01-01T00:00:00Z",
  "2030-01-01T00:00:00.000Z",
  "2030-01-01T00:00:00.000000Z",
  "2030-01-01T00:00:00.0Z",
  "2030-01-01T02:00:00+02:00",
  "2029-12-31T18:30:00.000000-05:30",
  "2030-01-01T00:00:00+00:00",
];
/** Days and times that do not exist, and what is no moment. */
const NONE = [
  "2030-02-30T00:00:00Z",
  "2030-01-01T25:00:00Z",
  "2030-01-01",
  "2030",
  "January 1, 2030",
  "1893456000",
  "",
];

test.each(moments)("%s takes every spelling of a moment, and nothing else", (_, schema) => {
  for (const spelling of SPELLINGS) expect(schema.safeParse(spelling), spelling).toMatchObject({ success: true });
  for (const text of NONE) expect(schema.safeParse(text), text).toMatchObject({ success: false });
});
