import { expect, test } from "vitest";
import { describeRefusal } from "./put-file.ts";
import { formatTimeLeft, newPace } from "./upload-pace.ts";

test("the pace is known after half a second and follows the connection smoothly", () => {
  const pace = newPace(1_000);
  expect(pace(50_000, 1_100)).toBeNull();
  expect(pace(100_000, 1_500)).toBe(200_000);
  expect(pace(100_000, 1_700)).toBe(200_000);
  expect(pace(100_000, 2_500)).toBe(120_000);
});

test.each([
  [0, 1_000, "0 s left"],
  [59_000, 1_000, "59 s left"],
  [90_000, 1_000, "2 min left"],
  [7_200_000, 1_000, "2 h left"],
  [1, null, ""],
  [1, 0, ""],
])("the time left for %j bytes at %j bytes per second is %j", (bytes, pace, words) => {
  expect(formatTimeLeft(bytes, pace)).toBe(words);
});

test("a refusal shows the object store's own sentence, or else the status", () => {
  expect(describeRefusal(507, "The disk is full.")).toBe("The object store refused it: The disk is full.");
  expect(describeRefusal(502, undefined)).toBe("The object store refused it with status 502; try again.");
});
