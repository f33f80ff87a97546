import { expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "../catalog.ts";
import { fieldErrorsOf } from "./field-errors.ts";

/** zod's own messages are about values and types. Ours must say what to send. */
const ZODS_OWN = /^(Invalid|Too small|Too big|Unrecognized|Expected)/;

function errorsOf(schema: z.ZodType, value: unknown) {
  const { success, error } = schema.safeParse(value);
  return success ? [] : fieldErrorsOf(error);
}

test("errors about map keys and unions say what the value must be", () => {
  const named = z.strictObject({ headers: z.record(z.string().max(3), z.string()) });
  expect(errorsOf(named, { headers: { long: "" } })).toEqual([
    { field: "headers.long", message: "as a name must have at most 3 characters" },
  ]);
  const either = z.strictObject({ name: z.string().min(3).or(z.literal("")) });
  expect(errorsOf(either, { name: null })).toEqual([{ field: "name", message: "must be a string" }]);
  expect(errorsOf(either, { name: "ab" })).toEqual([{ field: "name", message: "must have at least 3 characters" }]);
});

test("a number beyond the safe integers is reported with the field's own bound only", () => {
  const disk = z.strictObject({ disk_gb: z.int().min(1).max(65_536), after: z.int() });
  expect(errorsOf(disk, { disk_gb: 1e20, after: -1e20 })).toEqual([
    { field: "disk_gb", message: "must be at most 65536" },
    { field: "after", message: "must be at least -9007199254740991" },
  ]);
});

test("a value that fails two checks which say the same has one error", () => {
  const says = "must be the code of a country";
  const country = z.strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, says)
      .refine((code) => code === "DE", says),
  });
  expect(errorsOf(country, { country: "de" })).toEqual([{ field: "country", message: says }]);
});

/** Values of every type, and numbers that are too small or too large for most fields. */
const WRONG = [
  null,
  0.5,
  -1,
  1e18,
  "",
  "?",
  "x".repeat(70_000),
  true,
  [null],
  [[]],
  ["", ""],
  {},
  { "": null },
  { ["x".repeat(3_000)]: 1 },
];

test("every wrong value in every operation is reported in our words, not in zod's", () => {
  const theirs = catalog.flatMap(({ id, query, body }) =>
    [query, body].flatMap((schema) =>
      Object.keys(schema.shape).flatMap((name) =>
        WRONG.flatMap((value) => errorsOf(schema, { [name]: value }))
          .filter(({ message }) => ZODS_OWN.test(message))
          .map(({ field, message }) => `${id} ${field}: ${message}`),
      ),
    ),
  );
  expect(theirs).toEqual([]);
});
