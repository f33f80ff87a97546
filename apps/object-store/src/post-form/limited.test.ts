import { expect, test } from "vitest";
import { codeOf, textOf } from "./form-fixture.ts";
import { limited } from "./limited.ts";

async function* bytes(...pieces: readonly string[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

test.each([
  ["as few as allowed", ["ab"], { least: 2, most: 5 }, "accepted"],
  ["as many as allowed", ["ab", "cde"], { least: 2, most: 5 }, "accepted"],
  ["nothing, where that is allowed", [], { least: 0, most: 0 }, "accepted"],
  ["too few", ["a"], { least: 2, most: 5 }, "EntityTooSmall"],
  ["nothing", [], { least: 1, most: 5 }, "EntityTooSmall"],
  ["too many", ["ab", "cdef"], { least: 2, most: 5 }, "EntityTooLarge"],
  ["any for a range that is empty", ["ab"], { least: 3, most: 1 }, "EntityTooLarge"],
])("%s", async (_, pieces, range, code) => {
  expect(await codeOf(() => textOf({ file: limited(bytes(...pieces), range) }))).toBe(code);
});

test("yields what it is given, and never more than is allowed", async () => {
  const seen: string[] = [];
  const reading = async () => {
    for await (const piece of limited(bytes("ab", "cd", "ef"), { least: 0, most: 5 })) seen.push(piece.toString());
  };
  expect(await codeOf(reading)).toBe("EntityTooLarge");
  expect(seen).toEqual(["ab", "cd"]);
});
