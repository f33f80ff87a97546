import { expect, test } from "vitest";
import { moved } from "./moved.ts";

test("an item moves past its neighbour", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
});
