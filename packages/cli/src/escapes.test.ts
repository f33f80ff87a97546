import { expect, test } from "vitest";
import { escapes } from "./escapes.ts";

test.each([
  ["~.", "", true],
  ["ls\r~.more", "ls\r", true],
  ["a~.\r", "a~.\r", false],
  ["~~.\r", "~.\r", false],
  ["~a\r", "~a\r", false],
] as const)("typing %j sends %j", (typed, sent, leaves) => {
  const filter = escapes();
  const pieces = [...typed].map((key) => filter(Buffer.from(key)));
  const upTo = pieces.findIndex((piece) => piece.leaves);
  const seen = upTo === -1 ? pieces : pieces.slice(0, upTo + 1);
  expect(seen.map(({ keys }) => keys.toString()).join("")).toBe(sent);
  expect(upTo !== -1).toBe(leaves);
  const whole = escapes()(Buffer.from(typed));
  expect(whole).toEqual({ keys: Buffer.from(sent), leaves });
});
