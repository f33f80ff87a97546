import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { operatorCatalog, publicCatalog } from "../catalog.ts";
import { SPELLINGS } from "../opentofu/spellings.ts";
import { NORMAL_FORMS, type NormalForm, normalForm } from "./normal-form.ts";

const forms = Object.keys(NORMAL_FORMS) as NormalForm[];

/** A text that a request holds, in its body or as what is searched for. */
interface SentText {
  readonly operation: string;
  readonly schema: z.core.$ZodType;
  readonly form: NormalForm | undefined;
  readonly pattern: string | undefined;
}

const texts = [...publicCatalog, ...operatorCatalog].flatMap(({ id, body, query }) => {
  const found: SentText[] = [];
  const { search } = query.shape as { search?: z.ZodType };
  for (const part of [body, z.object(search === undefined ? {} : { search })])
    z.toJSONSchema(part, {
      io: "input",
      override: ({ zodSchema: schema, jsonSchema }) => {
        if (jsonSchema.type === "string")
          found.push({ operation: id, schema, form: normalForm({ ...jsonSchema }), pattern: jsonSchema.pattern });
      },
    });
  // What a schema was made of by further checks is not a text of its own.
  const parts = new Set(found.map(({ schema }) => schema._zod.parent));
  return found.filter(({ schema }) => !parts.has(schema));
});

test.each(forms)("spellings that mean the same are one in the form %s, and others are not", (form) => {
  const normal = SPELLINGS[form].map((row) => [...new Set(row.map(NORMAL_FORMS[form]))]);
  expect(normal.map((written) => written.length)).toEqual(normal.map(() => 1));
  expect(new Set(normal.flat()).size).toBe(normal.length);
  for (const [written = ""] of normal) expect(NORMAL_FORMS[form](written)).toBe(written);
});

test("a text that its schema writes in another way says in which form", () => {
  const changed = texts.filter(({ schema }) =>
    schema._zod.def.checks?.some((check: z.core.$ZodCheck) => check._zod.def.check === "overwrite"),
  );
  expect(changed.filter(({ form }) => form === undefined).map(({ operation }) => operation)).toEqual([]);
  expect(new Set(changed.map(({ form }) => form))).toEqual(
    new Set(["cidr", "decimal", "lower", "origin", "ssh-key", "time-zone", "trim", "vat-number"]),
  );
});

test.each(forms)("a schema takes every spelling of the form %s, and means the same by it", (form) => {
  // The spellings in lower case are names of hosts, which e-mail addresses and colours are not.
  const isHost = ({ schema, pattern }: SentText) => !(schema instanceof z.ZodEmail) && !pattern?.startsWith("^#");
  const kept = texts.filter((text) => text.form === form && isHost(text));
  expect(kept.length).toBeGreaterThan(0);
  for (const { operation, schema } of kept)
    for (const text of SPELLINGS[form].flat()) {
      const parsed = z.safeParse(schema, text);
      expect(parsed.success, `${operation}: ${JSON.stringify(text)}`).toBe(true);
      expect(NORMAL_FORMS[form](String(parsed.data))).toBe(NORMAL_FORMS[form](text));
    }
});

test.each(["25,50", "1e3", "\u0662\u0665", "\uff12\uff15", "+5", "-5", "0x10", "1 000", "5.", ".5", "", "   "])(
  "no decimal takes %j, and each says the form",
  (text) => {
    const kept = texts.filter(({ form }) => form === "decimal");
    expect(new Set(kept.map(({ operation }) => operation))).toContain("payment.create");
    for (const { operation, schema } of kept) {
      const { success, error } = z.safeParse(schema, text);
      expect(success, operation).toBe(false);
      expect(error?.issues.map(({ message }) => message).join(), operation).toMatch(/^must be .*such as [\d.]+/);
    }
  },
);

test.each([
  [" 25.50 ", "25.50"],
  ["25.50\r\n", "25.50"],
  ["\u00a025.50", "25.50"],
])("each decimal takes %j as %j", (text, taken) => {
  for (const { operation, schema, form } of texts)
    if (form === "decimal") expect(z.safeParse(schema, text), operation).toMatchObject({ data: taken });
});

test("decimals are the same where their numbers are", () => {
  const digits = fc.array(fc.constantFrom(..."0012"), { minLength: 1, maxLength: 4 }).map((all) => all.join(""));
  const decimal = fc
    .tuple(digits, fc.option(digits))
    .map(([whole, part]) => (part === null ? whole : `${whole}.${part}`));
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const isSame = NORMAL_FORMS.decimal(one) === NORMAL_FORMS.decimal(other);
      expect(isSame).toBe(Number(one) === Number(other));
    }),
    { numRuns: 2_000 },
  );
});
