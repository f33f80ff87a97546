import fc from "fast-check";
import { expect, test } from "vitest";
import { S3Error } from "./s3-error.ts";
import { document, readXml, textOf } from "./xml.ts";

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
  expect(() => readXml(text)).toThrow("The body cannot be read as XML: ");
});

test.each([
  ["<A>\n<B>\n</C>\n</A>", "line 3 ends C where B must end"],
  ["<A>\r\n  <Key>a & b</Key></A>", "line 2 has an & that begins no reference; write &amp;"],
  ["<A>\n\n&copy;</A>", "line 3 has &copy;, which is no character"],
  ["<A>&#xD800;</A>", "line 1 has &#xD800;, which is no character"],
  ["<A>\uffff</A>", "line 1 has a character that XML does not have"],
  ['<?xml version="1.0"?>\n<!DOCTYPE a>\n<A/>', "line 2 cannot be read from <!DOCTYPE on"],
  ["<A>\n<B c=1/></A>", "line 2 cannot be read from <B on"],
  ['{"a": 1}', "it has no element"],
  ["", "it has no element"],
  ["<A>\n<B></B>", "the element A does not end"],
  ["<A/>\n</A>", "line 2 ends A, which has not begun"],
  ["<A/><B/>", "it has more than one element"],
  [`<A>\n${"<B>".repeat(8)}`, "line 2 nests more than 7 elements"],
  [`<A></${"b".repeat(100_000)}>`, `line 1 ends ${"b".repeat(40)} where A must end`],
])("says where %j is wrong: %s", (text, fault) => {
  expect(() => readXml(text)).toThrow(`The body cannot be read as XML: ${fault}.`);
});

test("keys keep control characters, raw or as character references", () => {
  expect(textOf(readXml("<A><Key>a&#1;b\u0001&#xD;</Key></A>"), "Key")).toBe("a\u0001b\u0001\r");
});

test("any text is read, or refused as XML by a sentence without its own characters", () => {
  const piece = fc.constantFrom(
    ...[
      "<A>",
      "</A>",
      "<B/>",
      "<s3:Key x='1'>",
      "</s3:Key>",
      "<",
      ">",
      "&",
      "&amp;",
      "&#65;",
      "&#xD800;",
      "&#9999999;",
      "&x;",
    ],
    ...[
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
      "<?xml version='1.0' encoding='utf-16'?>",
      "<?",
      "?>",
      "<!DOCTYPE a>",
      "\n",
      " ",
      "é",
    ],
    ...["\0", "\u0001", "\uffff", "\ud800", "😀", '"', "=", "x", "<A b='\u0001'>", "y".repeat(300)],
  );
  const counts = { read: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isWrapped) => {
      const text = isWrapped ? `<R>${pieces.join("")}</R>` : pieces.join("");
      try {
        const { name } = readXml(text);
        counts.read += 1;
        expect(readXml(document(name, "x")).name).toBe(name);
      } catch (error) {
        counts.refused += 1;
        expect(error).toBeInstanceOf(S3Error);
        expect(error).toMatchObject({
          code: "MalformedXML",
          message: expect.stringMatching(/^The body [\x20-\x7e]{1,200}$/),
        });
      }
    }),
    { seed: 20_261_128, numRuns: 20_000 },
  );
  expect(counts.read).toBeGreaterThan(500);
  expect(counts.refused).toBeGreaterThan(5_000);
});
