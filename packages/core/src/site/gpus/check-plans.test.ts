import { expect, test } from "vitest";
import { isNear } from "./check-plans.ts";

test.each([
  ["NVIDIA L4", "nvidia  l4"],
  ["H100 80GB", "NVIDIA H100 80GB HBM3"],
  ["H100-80 GB", "NVIDIA H100 80GB HBM3"],
  ["AD104GL [L4]", "NVIDIA L4"],
])("%s may mean %s", (one, other) => {
  expect(isNear(one, other)).toBe(true);
  expect(isNear(other, one)).toBe(true);
});

test.each([
  ["NVIDIA L4", "NVIDIA L40S"],
  ["NVIDIA", "NVIDIA L4"],
  ["", "NVIDIA L4"],
  ["H100 80GB", "H100 94GB"],
])("%s does not mean %s", (one, other) => expect(isNear(one, other)).toBe(false));
