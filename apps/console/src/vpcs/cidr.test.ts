import { describe, expect, test } from "vitest";
import { describeCidr, nextFreeCidr, roomIn } from "./cidr.ts";

describe("the next free network of a VPC", () => {
  test.each<[string, string, string[], number, string | undefined]>([
    ["the first of an empty VPC", "10.0.0.0/16", [], 24, "10.0.0.0/24"],
    ["the one behind the first", "10.0.0.0/16", ["10.0.0.0/24"], 24, "10.0.1.0/24"],
    ["a gap before what is there", "10.0.0.0/16", ["10.0.1.0/24"], 24, "10.0.0.0/24"],
    ["a larger one begins at a multiple of its size", "10.0.0.0/16", ["10.0.0.0/24"], 23, "10.0.2.0/23"],
    ["a smaller one fits behind", "10.0.0.0/16", ["10.0.0.0/25"], 26, "10.0.0.128/26"],
    ["subnets in any order", "10.0.0.0/22", ["10.0.1.0/24", "10.0.0.0/24"], 24, "10.0.2.0/24"],
    ["the whole VPC", "10.0.0.0/24", [], 24, "10.0.0.0/24"],
    ["none where it is full", "10.0.0.0/23", ["10.0.0.0/24", "10.0.1.0/24"], 28, undefined],
    ["none that is larger than the VPC", "10.0.0.0/24", [], 23, undefined],
    ["addresses above half of all", "192.168.0.0/16", ["192.168.0.0/17"], 24, "192.168.128.0/24"],
  ])("%s", (_what, vpc, taken, prefixLength, expected) => {
    expect(nextFreeCidr(vpc, taken, prefixLength)).toBe(expected);
  });
});

test("a network in words", () => {
  expect(describeCidr("10.0.0.0/16")).toBe("65,536 addresses, 10.0.0.0 to 10.0.255.255");
  expect(describeCidr("192.168.1.0/28")).toBe("16 addresses, 192.168.1.0 to 192.168.1.15");
  expect(describeCidr("10.0.0.1/16")).toBeUndefined();
});

test("the room for machines", () => {
  expect(roomIn("10.0.0.0/24")).toBe(253);
  expect(roomIn("10.0.0.0/29")).toBe(5);
});
