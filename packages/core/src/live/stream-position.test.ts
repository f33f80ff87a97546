import { expect, test } from "vitest";
import { formatPosition, KEPT_MS, readPosition } from "./stream-position.ts";

const NOW = Date.UTC(2026, 10, 21);

test.each(["795:800:797,799", "795:795:", "1:2:1"])("a position keeps its snapshot %s", (snapshot) => {
  expect(readPosition(formatPosition(snapshot, NOW), NOW + 60_000)).toBe(snapshot);
});

test("a position older than what is kept is refused", () => {
  expect(readPosition(formatPosition("795:800:", NOW), NOW + KEPT_MS)).toBeUndefined();
});

test.each([
  "795:800:797",
  "x",
  "0/0:0:",
  "/795:800:",
  "9/800:795:",
  "9/795:800:799,797",
  "9/795:800:800",
  "9/795:800:1",
  "9/795:800:;",
  "9".repeat(40),
])("%s is not a position", (id) => {
  expect(readPosition(id.replace(/^9\//, `${NOW}/`), NOW)).toBeUndefined();
});
