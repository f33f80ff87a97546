import { expect, test } from "vitest";
import { visibleText } from "./requested-fields.tsx";

test.each([
  ["#!/bin/sh\n\tcurl example.com\n", "#!/bin/sh\n\tcurl example.com\n"],
  ["Grüße, 你好", "Grüße, 你好"],
  ["rm -rf /\u{202e}#tmp", "rm -rf /\\u{202e}#tmp"],
  ["evil\u{200b}@good\r\u{2028}", "evil\\u{200b}@good\\u{d}\\u{2028}"],
])("%j is shown as %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
