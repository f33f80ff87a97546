import fc from "fast-check";
import { expect, test } from "vitest";
import { BOUNDARY, CLOSING, codeOf, FORM_TYPE, filePart, part } from "./form-fixture.ts";
import { FormParser } from "./form-parser.ts";

const DELIMITER = `\r\n--${BOUNDARY}`;
/** Bytes that look like the beginning of a boundary. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom("\r", "\n", "-", "x", "\r\n"),
      fc.nat(DELIMITER.length - 1).map((end) => DELIMITER.slice(0, end)),
    ),
  )
  .map((pieces) => pieces.join(""))
  .filter((content) => !`${content}\r\n`.includes(DELIMITER));

/** Parses a body in pieces that end at these places. */
async function parsed(body: Buffer, cuts: readonly number[]) {
  const parser = new FormParser(FORM_TYPE);
  const taken: Uint8Array[] = [];
  const places = [...cuts.filter((cut) => cut < body.length).sort((a, b) => a - b), body.length];
  for (const [index, place] of places.entries()) {
    await parser.write(body.subarray(places[index - 1] ?? 0, place));
    taken.push(...parser.taken());
  }
  await parser.end();
  taken.push(...parser.taken());
  return { fields: Object.fromEntries(parser.fields), file: Buffer.concat(taken).toString() };
}

test("wherever a form is cut into pieces, its fields and its file are what was sent", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.array(fc.nat(400)), async (value, content, cuts) => {
      const body = [part("key", value), filePart(content), part("after", value), CLOSING].join("");
      expect(await parsed(Buffer.from(body), cuts)).toEqual({ fields: { key: value }, file: content });
    }),
    { numRuns: 500 },
  );
});

test("whatever is wrong with a form, it is refused or read to its end", async () => {
  const body = [part("key", "k"), part("acl", "private"), filePart("hello"), part("after", "x"), CLOSING].join("");
  const place = fc.nat(body.length);
  await fc.assert(
    fc.asyncProperty(place, place, text, fc.array(place), async (from, to, instead, cuts) => {
      const damaged = body.slice(0, from) + instead + body.slice(to);
      expect(["accepted", "MalformedPOSTRequest", "InvalidArgument"]).toContain(
        await codeOf(() => parsed(Buffer.from(damaged), cuts)),
      );
    }),
    { numRuns: 500 },
  );
});
