import { expect, test } from "vitest";
import { readXml, textOf } from "./xml.ts";

// Each of these is accepted by one of the XML libraries that were considered (docs/adr/0030).
test.each([
  ["a document type with an entity", '<!DOCTYPE a [<!ENTITY x "y">]><A>&x;</A>'],
  ["a document type alone", "<!DOCTYPE a><A/>"],
  ["an entity of nobody", "<A>&foo;</A>"],
  ["an entity of HTML", "<A>&copy;</A>"],
  ["an ampersand alone", "<A>a & b</A>"],
  ["two roots", "<A/><B/>"],
  ["text around its root", "<A/>x"],
  ["an element that is not closed", "<A><B></A>"],
  ["an end without a beginning", "<A/></A>"],
  ["elements nine deep", "<A>".repeat(9) + "</A>".repeat(9)],
  ["millions of elements, none of them closed", "<A>".repeat(1_000_000)],
  ["nothing", ""],
])("refuses %s", (_, text) => {
  expect(() => readXml(text)).toThrow("The body is not the XML");
});

test("keys keep control characters, raw or as character references", () => {
  expect(textOf(readXml("<A><Key>a&#1;b\u0001&#xD;</Key></A>"), "Key")).toBe("a\u0001b\u0001\r");
});
