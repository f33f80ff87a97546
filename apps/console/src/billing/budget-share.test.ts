import { expect, test } from "vitest";
import { shareInWords } from "./budget-share.ts";

test.each([
  ["0", "0 %"],
  ["0.0000", "0 %"],
  ["0.01", "under 1 %"],
  ["0.999", "under 1 %"],
  ["1", "1 %"],
  ["99.99", "99 %"],
  ["100", "100 %"],
  ["250", "250 %"],
])("%s of 100 is %s", (spent, words) => {
  expect(shareInWords(spent, "100")).toBe(words);
});
