// Parts of requests' texts that parsers may not expect.
import fc from "fast-check";

const WORDS = [
  ...[
    "",
    " ",
    "\t",
    "*",
    "**",
    "?",
    "/",
    "//",
    "..",
    "../..",
    ".",
    "%",
    "%2",
    "%00",
    "%ff",
    "%2F",
    "+",
    "-",
    "--",
    "=",
    "==",
    "&",
    ";",
    ",",
    ",,,",
    ":",
    "|",
    "\\",
    "'",
    '"',
    "`",
    "$",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "(",
    ")",
    "~",
    "^",
    "#",
    "!",
  ],
  ...[
    "null",
    "undefined",
    "true",
    "false",
    "NaN",
    "Infinity",
    "-Infinity",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
  ],
  ...[
    "0",
    "-0",
    "1",
    "-1",
    "00",
    "01",
    "1e9",
    "1e999",
    "0x10",
    "1.5",
    "+1",
    " 1",
    "1 ",
    "2147483648",
    "9007199254740993",
    "9".repeat(20),
    "9".repeat(400),
  ],
  ...[
    "2026-01-01T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "0000-00-00T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "+275760-09-13T00:00:00Z",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Mon, 00 Foo 0000 99:99:99 GMT",
  ],
  ...[
    "bytes=0-",
    "bytes=-",
    "bytes=-0",
    "bytes=1-0",
    "bytes=0-0,1-1",
    "bytes=a-b",
    "bytes=0-1",
    "STANDARD",
    "GOVERNANCE",
    "COMPLIANCE",
    "ON",
    "OFF",
    "Enabled",
    "Suspended",
    "AES256",
    "aws:kms",
    "COPY",
    "REPLACE",
    "crc32",
    "CRC32",
    "sha256",
    "FULL_OBJECT",
    "url",
  ],
  ...[
    "a".repeat(300),
    "a".repeat(2_000),
    " ".repeat(500),
    "*a".repeat(200),
    "=".repeat(300),
    "\u00e9".repeat(100),
    "&#65;".repeat(50),
    "<".repeat(50),
  ],
];
const word = fc.constantFrom(...WORDS);
const characters = fc.string({ unit: "grapheme", maxLength: 20 });
const binary = fc.string({ unit: "binary", maxLength: 20 });
export const hostile = fc.oneof(
  word,
  characters,
  binary,
  fc.array(fc.oneof(word, characters), { maxLength: 4 }).map((parts) => parts.join("")),
);
/** Texts that HTTP allows in a header, in Latin-1. */
export const inHeader = hostile.map((text) => Buffer.from(text.replaceAll(/\p{Cc}/gu, "")).toString("latin1"));
export const headersOf = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), inHeader, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
export const queryOf = (names: readonly string[]) =>
  fc.array(
    fc.tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: characters }),
      hostile,
    ),
    { maxLength: 5 },
  );

/**
 * A valid text with some places changed: something hostile in place of a piece, a piece twice, or an end that is
 * missing.
 */
export const changed = (valid: string) =>
  fc
    .array(fc.record({ at: fc.nat(valid.length), length: fc.nat(12), by: hostile, twice: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) =>
      changes.reduce(
        (text, { at, length, by, twice }) =>
          text.slice(0, at) + (twice ? text.slice(at, at + length).repeat(2) : by) + text.slice(at + length),
        valid,
      ),
    );
