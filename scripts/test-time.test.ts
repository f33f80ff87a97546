import { expect, test } from "vitest";
import { timeInWords } from "./test-time.mjs";

const recorded = {
  budgets: { checks: 60, tests: 100, browser: 50 },
  phases: { checks: 50, tests: 90, browser: 40 },
  files: { "a.test.ts": 10, "b.test.ts": 20, "e2e/tests/c.spec.ts": 5 },
};

test("a run within its budgets says what each phase took", () => {
  const run = { phases: { checks: 55.4, tests: 100, browser: 50 }, files: {} };
  expect(timeInWords(run, recorded)).toEqual({
    over: false,
    lines: [
      "phase          took   budget  recorded",
      "checks         55 s     60 s     50 s",
      "tests         100 s    100 s     90 s",
      "browser        50 s     50 s     40 s",
    ],
  });
});

test("a phase over its budget says by how much, and which of its files grew most", () => {
  const files = { "a.test.ts": 45, "b.test.ts": 20.5, "new.test.ts": 7, "e2e/tests/c.spec.ts": 25 };
  const { over, lines } = timeInWords({ phases: { checks: 1, tests: 130, browser: 10 }, files }, recorded);
  expect(over).toBe(true);
  expect(lines.slice(2, 6)).toEqual([
    "tests         130 s    100 s     90 s",
    "  30 s over its budget. Its files that grew most since their time was recorded:",
    "     +35 s  a.test.ts",
    "      +7 s  new.test.ts",
  ]);
  expect(lines).toHaveLength(7);
});
