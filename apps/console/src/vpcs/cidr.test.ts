import { describe, expect, test } from "vitest";
import { describeCidr, nextFreeCidr, roomIn } from "./cidr.ts";

describe("nextFreeCidr", () => {
  test.each<[string, string, string[], number, string | undefined]>([
    ["the first network of an empty VPC", "10.0.0.0/16", [], 24, "10.0.0.0/24"],
    ["the network after the first", "10.0.0.0/16", ["10.0.0.0/24"], 24, "10.0.1.0/24"],
    ["a gap before the existing subnet", "10.0.0.0/16", ["10.0.1.0/24"], 24, "10.0.0.0/24"],
    ["a larger network begins at a multiple of its size", "10.0.0.0/16", ["10.0.0.0/24"], 23, "10.0.2.0/23"],
    ["a smaller network right after the existing one", "10.0.0.0/16", ["10.0.0.0/25"], 26, "10.0.0.128/26"],
    ["existing subnets in any order", "10.0.0.0/22", ["10.0.1.0/24", "10.0.0.0/24"], 24, "10.0.2.0/24"],
    ["the whole VPC", "10.0.0.0/24", [], 24, "10.0.0.0/24"],
    ["none in a full VPC", "10.0.0.0/23", ["10.0.0.0/24", "10.0.1.0/24"], 28, undefined],
    ["none larger than the VPC", "10.0.0.0/24", [], 23, undefined],
    ["addresses in the upper half of the address space", "192.168.0.0/16", ["192.168.0.0/17"], 24, "192.168.128.0/24"],
  ])("%s", (_what, vpc, taken, prefixLength, expected) => {
    expect(nextFreeCidr(vpc, taken, prefixLength)).toBe(expected);
  });
});

test("describeCidr counts the addresses and names the first and the last", () => {
  expect(describeCidr("10.0.0.0/16")).toBe("65,536 addresses, 10.0.0.0 to 10.0.255.255");
  expect(describeCidr("192.168.1.0/28")).toBe("16 addresses, 192.168.1.0 to 192.168.1.15");
  expect(describeCidr("10.0.0.1/16")).toBeUndefined();
});

test("roomIn counts the addresses that are free for VMs", () => {
  expect(roomIn("10.0.0.0/24")).toBe(253);
  expect(roomIn("10.0.0.0/29")).toBe(5);
});
