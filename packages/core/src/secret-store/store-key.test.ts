import { describe, expect, test } from "vitest";
import { firstFreeKey, storeKeyOf } from "./store-key.ts";

describe("storeKeyOf", () => {
  test.each([
    ["Payments", "payments"],
    ["Payments  API (v2)", "payments-api-v2"],
    ["-.a__b.-", "a-b"],
    ["...", "store"],
  ])("turns %j into %j", (name, key) => {
    expect(storeKeyOf(name)).toBe(key);
  });
});

describe("firstFreeKey", () => {
  test.each([
    [[], "a"],
    [["a"], "a-2"],
    [["a", "a-2", "a-3"], "a-4"],
    [["a", "a-3"], "a-2"],
    [["a-2"], "a"],
  ])("with %j taken gives %j", (taken, key) => {
    expect(firstFreeKey("a", new Set(taken))).toBe(key);
  });
});
