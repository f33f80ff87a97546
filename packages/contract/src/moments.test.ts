import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "./catalog.ts";
import { fieldErrorsOf } from "./values/field-errors.ts";
import { Day, Moment } from "./values/fields.ts";

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

test.each([
  ["2030-02-30T00:00:00Z", "must be a moment that exists, and there is no day 2030-02-30"],
  ["2030-02-29T12:00:00+02:00", "must be a moment that exists, and there is no day 2030-02-29"],
  ["2030-06-31T00:00:00.000Z", "must be a moment that exists, and there is no day 2030-06-31"],
  ["2030-13-01T00:00:00Z", "must be a moment that exists, and there is no day 2030-13-01"],
  ["2030-00-10T00:00:00", "must be a moment that exists, and there is no day 2030-00-10"],
  ["2030-01-01T24:00:00Z", "must be a moment that exists, and there is no time 24:00:00"],
  ["2030-01-01T23:59:60Z", "must be a moment that exists, and there is no time 23:59:60"],
  ["2030-01-01T10:61Z", "must be a moment that exists, and there is no time 10:61"],
  ["2030-01-01T12:00:00", "must end in Z or in an offset such as +02:00"],
  ["2030-01-01T12:00:00.123", "must end in Z or in an offset such as +02:00"],
  ["2030-01-01T12:00:00+99:00", "must be a moment in the years 1 to 9999, with Z or an offset such as +02:00"],
  ["0000-01-01T00:00:00Z", "must be a moment in the years 1 to 9999, with Z or an offset such as +02:00"],
  ["2030-01-01", "must be a moment such as 2026-11-21T12:00:00Z"],
  ["2030-02-30 00:00:00Z", "must be a moment such as 2026-11-21T12:00:00Z"],
  ["tomorrow", "must be a moment such as 2026-11-21T12:00:00Z"],
  [`${"9".repeat(100_000)}-01-01`, "must be a moment such as 2026-11-21T12:00:00Z"],
  [1_893_456_000, "must be a moment such as 2026-11-21T12:00:00Z"],
])("%.30j %s", (text, fault) => {
  const { error } = Moment.safeParse(text);
  expect(error === undefined ? undefined : fieldErrorsOf(error)).toEqual([{ field: "", message: fault }]);
});

test.each([
  ["2027-02-29", "must be a day that exists, and 2027-02-29 does not"],
  ["2027-04-31", "must be a day that exists, and 2027-04-31 does not"],
  ["2027-4-3", "must be a day such as 2027-01-31"],
])("%s %s", (text, fault) => {
  expect(Day.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([fault]);
});

test.each(moments)("%s takes every spelling of a moment, and nothing else", (_, schema) => {
  for (const spelling of SPELLINGS) expect(schema.safeParse(spelling), spelling).toMatchObject({ success: true });
  for (const text of NONE) expect(schema.safeParse(text), text).toMatchObject({ success: false });
});

test("a text is a moment where its day, time and offset exist, and its refusal says which does not", () => {
  const two = fc
    .oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 12 }))
    .map((part) => String(part).padStart(2, "0"));
  const year = fc.oneof(fc.constantFrom("0000", "0001", "2000", "2023", "2024", "9999"), fc.constant("2030"));
  const fraction = fc.constantFrom("", ".0", ".123456789", `.${"9".repeat(50)}`);
  const offset = fc.oneof(
    fc.constantFrom("Z", "", "+00:00", "-23:59", "+0200", "z"),
    fc.tuple(fc.constantFrom("+", "-"), two, two).map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
  );
  const counts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(year, two, two, two, two, two, fraction, offset, (...parts) => {
      const [years, month, day, hour, minute, second, tail, zone] = parts;
      const text = `${years}-${month}-${day}T${hour}:${minute}:${second}${tail}${zone}`;
      const { success, error } = Moment.safeParse(text);
      const written = new Date(0);
      written.setUTCFullYear(Number(years), Number(month) - 1, Number(day));
      const isDay = written.getUTCMonth() === Number(month) - 1 && written.getUTCDate() === Number(day) && day !== "00";
      const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
      const message = error?.issues[0]?.message;
      counts[success ? "taken" : "refused"] += 1;
      if (success) {
        expect([isDay, isTime]).toEqual([true, true]);
        expect(new Date(text).toISOString()).toMatch(/^\d{4}-/);
      } else if (/^(?:Z|[+-]\d\d:\d\d)?$/.test(zone)) {
        expect(message?.includes(`no day ${years}-${month}-${day}`)).toBe(!isDay);
        expect(message?.includes("no time")).toBe(isDay && !isTime);
      }
    }),
    { seed: 20_261_128, numRuns: 10_000 },
  );
  expect(counts.taken).toBeGreaterThan(20);
  expect(counts.refused).toBeGreaterThan(1_000);
});
