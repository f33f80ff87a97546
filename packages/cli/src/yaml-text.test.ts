import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { yamlText } from "./yaml-text.ts";

/** Everything but text of YAML 1.1 (yaml.org/type), what is syntax, and what ends a line. */
const NO_TEXT = [
  ...["y", "Y", "n", "N", "yes", "Yes", "NO", "on", "On", "off", "OFF", "true", "False", "null", "Null", "~", ""],
  ...[
    "1",
    "-1",
    "+1",
    "0",
    "017",
    "0o17",
    "0b101",
    "0x1F",
    "1_000",
    "0x_f",
    "1.5",
    "1_0.5",
    ".5",
    "5.",
    "1e3",
    "e-1",
    "E5",
    "1.0e+3",
  ],
  ...[".inf", "-.INF", "+.Inf", ".nan", ".NaN", "190:20:30", "12:30:45", "-1:30", "190:20:30.15", "1:2"],
  ...["2026-11-27", "2026-11-27T09:00:00Z", "2026-11-27 9:00:00 +1", "2001-12-14t21:59:43.10-05:00"],
  ...[
    "=",
    "<<",
    "!x",
    "&a",
    "*a",
    "- a",
    "-",
    "---",
    "...",
    "? a",
    "?",
    "a: b",
    "a:",
    ":a",
    "a #b",
    "#a",
    "%a",
    "@a",
    "`a",
  ],
  ...["[a]", "{a: b}", "a, b", "'a'", '"a"', "|", ">", "|-", "a\\n", " a", "a ", " ", "\t", "a\tb", "\ta"],
  ...[
    "\n",
    " \n",
    "\n ",
    "a\n",
    "a\nb",
    "a\nb\n",
    "a\n\n",
    "\na",
    "\n a",
    " a\nb",
    "a \nb",
    "a\n b",
    "a\n  \nb",
    "a\r\nb",
    "\r",
    "a\n\tb",
  ],
  ...[
    "\u2028",
    "a\u2028b",
    "\u2029",
    "\u0085",
    "a\u0085b",
    "\ufeff",
    "\ufeffa",
    "\u00a0",
    "\u0000",
    "\u007f",
    "\u009f",
    "\u200b",
    "\ufffe",
  ],
  ...[
    "é",
    "e\u0301",
    "日本",
    "😀",
    "a😀b",
    "\u{e0001}",
    "\u{10ffff}",
    "a b",
    "a:b",
    "https://a.example/b?c=d&e#f",
    "x".repeat(200),
  ],
];

const VERSIONS = ["1.1", "1.2"] as const;

function expectSame(value: unknown): void {
  const text = yamlText(value);
  for (const version of VERSIONS) expect(parse(text, { version }), `${version}: ${text}`).toEqual(value);
}

test.each(NO_TEXT)("%j is the same text as a value, in a list, as a key and alone", (text) => {
  expectSame({ before: text, list: [text, [text]], [text]: { inner: text }, after: text });
  expectSame([text]);
  expectSame(text);
});

test("any value is the same by YAML 1.1 and 1.2", () => {
  const part = fc.constantFrom(...NO_TEXT, " ", "\n", ":", "-", "0", "1", "_", ".", "e", "a", "#");
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.array(part, { maxLength: 4 }).map((parts) => parts.join("")),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      text,
      fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
      fc.constantFrom(null, true, false, 0, 1e21, 1e-7, -1.5e-9),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(text, tie("value"), { maxKeys: 3 }).map((record) => ({ ...record })),
    ),
  }));
  fc.assert(fc.property(value, expectSame), { numRuns: 1_000 });
});

test("what can stand without quotes does, and lines stay lines", () => {
  const record = {
    vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z",
    name: "web-1",
    tags: ["blue", "on", "1_000"],
    created_at: "2026-11-27T09:00:00.000Z",
    cpu: 2,
    size: 1e-7,
    message: null,
    policy: {},
    script: "#!/bin/sh\n  echo hello\n",
  };
  expect(yamlText(record)).toBe(`vm_id: vm_01kq3v9d5n8c2r7m4x6t0w1y5z
name: web-1
tags:
  - blue
  - "on"
  - "1_000"
created_at: "2026-11-27T09:00:00.000Z"
cpu: 2
size: 1.0e-7
message: null
policy: {}
script: |
  #!/bin/sh
    echo hello
`);
});
