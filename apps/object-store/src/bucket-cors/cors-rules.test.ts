// Strangers choose what a bucket's CORS rules are compared with: an origin, and the names of headers.
import type { CorsRules } from "@fulmar/core/object-store";
import fc from "fast-check";
import { expect, test } from "vitest";
import { corsHeaders } from "./cors-rules.ts";

const MOST_STEPS = 100_000;
const METHOD = "GET";

function ruleOf(origins: readonly string[], headers: readonly string[]): CorsRules[number] {
  return {
    id: null,
    origins: [...origins],
    methods: [METHOD],
    headers: [...headers],
    exposes: [],
    maxAgeSeconds: null,
  };
}

/** A pattern with one star at most, as rules have them, and text that nearly matches it. */
const part = fc.array(fc.constantFrom("a", "aa", "ab", "b"), { maxLength: 80 }).map((parts) => parts.join(""));
const pattern = fc.oneof(
  part,
  fc.tuple(part, part).map((parts) => parts.join("*")),
);
const patterns = fc.array(pattern, { minLength: 1, maxLength: 8 });
const text = fc.tuple(part, fc.nat(2_000)).map(([one, times]) => one + "a".repeat(times));

test("the steps are linear in patterns and text", () => {
  const rules = fc.array(
    fc.tuple(patterns, patterns).map((both) => ruleOf(...both)),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(rules, text, fc.array(text, { maxLength: 5 }), (given, origin, headers) => {
      const steps = { count: 0 };
      corsHeaders(given, { origin, method: METHOD, headers }, steps);
      const compared = given.flatMap((rule) => [
        ...rule.origins.map((each) => each.length + origin.length),
        ...rule.headers.flatMap((each) => headers.map((name) => each.length + name.length)),
      ]);
      expect(steps.count).toBeLessThanOrEqual(compared.reduce((sum, each) => sum + 4 * each + 32, 0));
    }),
  );
});

const [ORIGINS, NAMES] = [Array<string>(100).fill(`*${"a".repeat(250)}b`), Array<string>(4_000).fill("a")];
test.each([
  ["an origin", Array(100).fill(ruleOf(ORIGINS, [])), "a".repeat(15_000), []],
  ["names of headers", Array(100).fill(ruleOf(["*"], Array(100).fill("b*"))), "a", NAMES],
  ["one name and many names", [ruleOf(["*"], [...Array<string>(99).fill("b*"), "a"])], "a", NAMES],
])("no request is compared for more than its steps: %s", (_, rules, origin, headers) => {
  const steps = { count: 0, most: MOST_STEPS };
  expect(corsHeaders(rules, { origin, method: METHOD, headers }, steps)).toBeUndefined();
  expect(steps.count).toBeLessThanOrEqual(MOST_STEPS + 4 * (256 + origin.length));
});
