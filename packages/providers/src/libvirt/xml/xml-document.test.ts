import fc from "fast-check";
import { expect, test } from "vitest";
import { element, find, readXml, textAt, writeXml, type XmlElement } from "./xml-document.ts";

const name = fc.stringMatching(/^[a-z][a-z:]{0,8}$/);
// White space alone between elements is left out, and two texts in a row are one.
const text = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((value) => value.trim() !== "" && !/\p{Cc}|\p{Cs}|[\ufffe\uffff]/u.test(value));
const { tree } = fc.letrec<{ tree: XmlElement }>((tie) => ({
  tree: fc.record({
    name,
    attributes: fc.dictionary(name, text, { maxKeys: 3 }).map((given) => new Map(Object.entries(given))),
    children: fc.oneof(
      { maxDepth: 3 },
      fc.array(text, { maxLength: 1 }),
      fc.array(tie("tree"), { maxLength: 3 }),
    ) as fc.Arbitrary<XmlElement["children"]>,
  }),
}));

test("a document is read as it was written", () => {
  fc.assert(
    fc.property(tree, (written) => {
      expect(readXml(writeXml(written))).toEqual(written);
    }),
  );
});

test("what somebody typed stays one text", () => {
  const hostile = `</name><disk/>]]>&amp;"'<!--\u0007\ud800`;
  const read = readXml(writeXml(element("domain", { id: hostile }, element("name", {}, hostile))));
  const kept = hostile.replaceAll("\u0007", "\ufffd").replaceAll("\ud800", "\ufffd");
  expect(textAt(read, "name")).toBe(kept);
  expect(read.attributes.get("id")).toBe(kept);
  expect(find(read, "disk")).toBeUndefined();
});

test.each(["", "text", "<a>", "<a></b>", "<a/><b/>", "<a b=c/>", "</a>", "<a/>x<", "<!DOCTYPE a><a/>"])(
  "%j is refused",
  (broken) => {
    expect(() => readXml(broken)).toThrow();
  },
);
