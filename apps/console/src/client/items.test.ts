import { expect, test } from "vitest";
import { moved } from "./items.ts";

test("moved swaps an item with the one before or after it", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
});
