import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["removes colours", "[\x1b[0;32m  OK  \x1b[0m] Started ssh.\r\r\n", "[  OK  ] Started ssh.\n"],
  ["removes cursor movements and modes", "\x1b[?25l\x1b[2J\x1b[1;1Hlogin: ", "login: "],
  ["removes the window title", "\x1b]0;root@web\x07$ ls", "$ ls"],
  ["keeps text that only looks like an escape", "a\tb [0m 100% é", "a\tb [0m 100% é"],
])("plainText %s", (_, log, shown) => {
  expect(plainText(log)).toBe(shown);
});
