import { describe, expect, test } from "vitest";
import { prioritiesOf } from "./rule-draft.ts";

describe("priorities of rules in a new order", () => {
  test.each<[string, (number | undefined)[], number[]]>([
    ["nothing changes what is in order", [100, 200, 300], [100, 200, 300]],
    ["new rules come in steps", [undefined, undefined], [100, 200]],
    ["a new rule goes between", [100, undefined, 200], [100, 150, 200]],
    ["one that moves up goes before the others", [undefined, 100, 200], [50, 100, 200]],
    ["what no longer fits its place goes on", [300, 100, 200], [300, 400, 500]],
    ["where there is no room the later ones move", [1, undefined, 2], [1, 101, 201]],
    ["the same twice", [100, 100], [100, 200]],
  ])("%s", (_what, before, after) => {
    expect(prioritiesOf(before.map((priority) => ({ priority })))).toEqual(after);
  });

  test("a hundred new rules stay within what a priority may be", () => {
    const priorities = prioritiesOf(Array.from({ length: 100 }, () => ({ priority: undefined })));
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
    expect(Math.max(...priorities)).toBeLessThanOrEqual(65_535);
  });
});
