import { describe, expect, test } from "vitest";
import { prioritiesOf } from "./rule-draft.ts";

describe("priorities of reordered rules", () => {
  test.each<[string, (number | undefined)[], number[]]>([
    ["priorities in order stay unchanged", [100, 200, 300], [100, 200, 300]],
    ["new rules get priorities in steps of 100", [undefined, undefined], [100, 200]],
    ["a new rule between two gets a priority between theirs", [100, undefined, 200], [100, 150, 200]],
    ["a rule moved to the top gets a smaller priority", [undefined, 100, 200], [50, 100, 200]],
    ["rules that no longer fit get priorities after the one before", [300, 100, 200], [300, 400, 500]],
    ["later rules move when there is no room between two", [1, undefined, 2], [1, 101, 201]],
    ["the second of two equal priorities moves", [100, 100], [100, 200]],
  ])("%s", (_what, before, after) => {
    expect(prioritiesOf(before.map((priority) => ({ priority })))).toEqual(after);
  });

  test("a hundred new rules get ascending priorities within the maximum", () => {
    const priorities = prioritiesOf(Array.from({ length: 100 }, () => ({ priority: undefined })));
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
    expect(Math.max(...priorities)).toBeLessThanOrEqual(65_535);
  });
});
