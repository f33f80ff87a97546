import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ipRangeHolds, parseIpAddress } from "../values/ip-network.ts";
import { IpRange } from "./ip-range.ts";

const ipv4 = fc.ipV4();
const ipv6 = fc.ipV6().filter((text) => !text.includes("."));
const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
/**
 * Two nearby addresses. They share leading bits, so that a range around one contains the other about half of the time.
 */
const near = fc.tuple(ipv4, fc.nat({ max: 32 }), fc.nat({ max: 2 ** 31 })).map(([address, kept, noise]) => {
  const value = Number(parseIpAddress(address)?.value ?? 0n);
  const other = kept === 32 ? value : value - (value % 2 ** (32 - kept)) + (noise % 2 ** (32 - kept));
  return { address, other: [24, 16, 8, 0].map((shift) => Math.floor(other / 2 ** shift) % 256).join(".") };
});

/** Node's own answer for a range and an address. */
function nodeHolds(first: string, prefixLength: number, address: string): boolean {
  const list = new BlockList();
  list.addSubnet(first, prefixLength, familyOf(first));
  return list.check(address, familyOf(address));
}

describe("ipRangeHolds", () => {
  test("agrees with Node for IPv4", () => {
    fc.assert(
      fc.property(near, fc.integer({ min: 1, max: 32 }), ({ address, other }, prefixLength) => {
        expect(ipRangeHolds(`${address}/${prefixLength}`, other)).toBe(nodeHolds(address, prefixLength, other));
      }),
    );
  });

  test("agrees with Node for IPv6", () => {
    fc.assert(
      fc.property(
        ipv6,
        ipv6,
        fc.integer({ min: 1, max: 128 }),
        fc.boolean(),
        (address, stranger, prefixLength, itself) => {
          const other = itself ? address : stranger;
          expect(ipRangeHolds(`${address}/${prefixLength}`, other)).toBe(nodeHolds(address, prefixLength, other));
        },
      ),
    );
  });

  test("treats an IPv4-mapped IPv6 address as the IPv4 address", () => {
    fc.assert(
      fc.property(near, fc.integer({ min: 0, max: 32 }), ({ address, other }, prefixLength) => {
        expect(ipRangeHolds(`${address}/${prefixLength}`, `::ffff:${other}`)).toBe(
          ipRangeHolds(`${address}/${prefixLength}`, other),
        );
      }),
    );
  });

  test("keeps the ranges of all addresses of the two families apart", () => {
    fc.assert(
      fc.property(ipv4, ipv6, (four, six) => {
        expect(["0.0.0.0/0", "::/0"].map((range) => ipRangeHolds(range, four))).toEqual([true, false]);
        expect(ipRangeHolds("::/0", `::ffff:${four}`)).toBe(false);
        expect(ipRangeHolds("0.0.0.0/0", six)).toBe(parseIpAddress(six)?.bits === 32);
      }),
    );
  });
});

test("parseIpAddress accepts exactly the addresses that Node accepts", () => {
  const nearly = fc.array(
    fc.constantFrom("0", "1", "ffff", "12", ":", "::", ".", "255", "256", "01", "g", "%eth0", "/8"),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        ipv4,
        fc.ipV6(),
        nearly.map((parts) => parts.join("")),
      ),
      (text) => {
        expect(parseIpAddress(text) !== undefined).toBe(isIP(text) !== 0 && !text.includes("%"));
      },
    ),
    { numRuns: 1_000 },
  );
});

test.each([
  ["203.0.113.7", "203.0.113.7/32"],
  [" 203.0.113.0/24 ", "203.0.113.0/24"],
  ["2001:DB8::/32", "2001:db8::/32"],
  ["2001:0db8:0:0::/32", "2001:db8::/32"],
  ["::1", "::1/128"],
  ["0.0.0.0/0", "0.0.0.0/0"],
])("IpRange normalizes %j to %j", (text, kept) => {
  expect(IpRange.parse(text)).toBe(kept);
});

test.each([
  ["203.0.113.7/24", "host bits"],
  ["2001:db8::1/32", "host bits"],
  ["::ffff:203.0.113.7", "as IPv4"],
  ["203.0.113.0/33", "such as"],
  ["2001:db8::/129", "such as"],
  ["203.0.113.0/024", "such as"],
  ["203.0.113", "such as"],
  ["example.com", "such as"],
  ["", "such as"],
])("IpRange refuses %j", (text, word) => {
  expect(IpRange.safeParse(text).error?.issues[0]?.message).toContain(word);
});

test("a range that is too long is refused with one error", () => {
  expect(IpRange.safeParse("9".repeat(5000)).error?.issues).toMatchObject([{ code: "too_big", maximum: 49 }]);
});
