import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatIpv4,
  isHostAddress,
  isPrivateNetwork,
  networkContains,
  networkSize,
  parseCidr,
  parseIpv4,
} from "./ipv4.ts";
import { SubnetCidr, VpcCidr } from "./network-fields.ts";

const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const prefixLength = fc.integer({ min: 0, max: 32 });
/** A network: an address with its host bits cleared. */
const networkAround = (value: number, length: number) => ({
  first: value - (value % 2 ** (32 - length)),
  prefixLength: length,
});
const network = fc.tuple(address, prefixLength).map(([value, length]) => networkAround(value, length));
/** Networks in and near the private ranges, of about the allowed sizes. */
const nearlyPrivate = fc
  .tuple(
    fc.constantFrom("10.0.0.0", "172.16.0.0", "172.24.0.0", "192.168.0.0", "192.160.0.0", "100.64.0.0"),
    fc.nat({ max: 2 ** 21 }),
    fc.integer({ min: 10, max: 32 }),
  )
  .map(([from, offset, length]) => networkAround((parseIpv4(from) ?? 0) + offset, length));
const textOf = ({ first, prefixLength: length }: { first: number; prefixLength: number }) =>
  `${formatIpv4(first)}/${length}`;

describe("IPv4 addresses", () => {
  test("parseIpv4 reads what formatIpv4 writes", () => {
    fc.assert(fc.property(address, (value) => void expect(parseIpv4(formatIpv4(value))).toBe(value)));
  });

  test("parseIpv4 reads exactly the canonical form", () => {
    const canonical = fc.nat({ max: 255 }).map(String);
    const wrong = fc.constantFrom("", "00", "01", "-1", "1e1", " 1", "a", "256", "1.1");
    fc.assert(
      fc.property(fc.array(canonical, { minLength: 4, maxLength: 4 }), wrong, fc.nat({ max: 3 }), (parts, part, at) => {
        expect(formatIpv4(parseIpv4(parts.join(".")) ?? -1)).toBe(parts.join("."));
        expect(parseIpv4(parts.with(at, part).join("."))).toBeUndefined();
        expect(parseIpv4(parts.toSpliced(at, 1).join("."))).toBeUndefined();
      }),
    );
  });
});

describe("IPv4 networks", () => {
  test("parseCidr reads a formatted network", () => {
    fc.assert(fc.property(network, (value) => void expect(parseCidr(textOf(value))).toEqual(value)));
  });

  test("parseCidr refuses a network with host bits set", () => {
    fc.assert(
      fc.property(network, fc.nat(), (value, offset) => {
        const inside = value.first + (offset % networkSize(value));
        expect(parseCidr(`${formatIpv4(inside)}/${value.prefixLength}`)).toEqual(
          inside === value.first ? value : undefined,
        );
      }),
    );
  });

  test.each(["10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0/8", "10.0.0.0/8 ", "fd00::/8", ""])(
    "parseCidr refuses %j",
    (text) => {
      expect(parseCidr(text)).toBeUndefined();
    },
  );

  test("a network contains another exactly when it contains its first and last address", () => {
    fc.assert(
      fc.property(network, network, (outer, inner) => {
        const holds = (value: number) => value >= outer.first && value < outer.first + networkSize(outer);
        expect(networkContains(outer, inner)).toBe(holds(inner.first) && holds(inner.first + networkSize(inner) - 1));
      }),
    );
  });

  test("two networks either nest or share no address", () => {
    fc.assert(
      fc.property(network, network, (one, other) => {
        const apart = one.first + networkSize(one) <= other.first || other.first + networkSize(other) <= one.first;
        expect(networkContains(one, other) || networkContains(other, one)).toBe(!apart);
      }),
    );
  });

  test("a network has two addresses that no machine can use", () => {
    const small = network.filter((value) => value.prefixLength >= 24);
    fc.assert(
      fc.property(small, (value) => {
        const addresses = Array.from({ length: networkSize(value) }, (_, index) => value.first + index);
        expect(addresses.filter((each) => isHostAddress(value, each))).toHaveLength(
          Math.max(0, networkSize(value) - 2),
        );
      }),
    );
  });
});

describe("VpcCidr and SubnetCidr", () => {
  test("accept only private networks within their sizes", () => {
    fc.assert(
      fc.property(nearlyPrivate, (value) => {
        const fits = isPrivateNetwork(value) && value.prefixLength >= 16;
        expect(VpcCidr.safeParse(textOf(value)).success).toBe(fits && value.prefixLength <= 28);
        expect(SubnetCidr.safeParse(textOf(value)).success).toBe(fits && value.prefixLength <= 29);
      }),
    );
  });

  test.each([
    ["10.0.0.0/16", true],
    ["172.16.0.0/16", true],
    ["172.31.255.0/24", true],
    ["192.168.0.0/16", true],
    ["172.32.0.0/16", false],
    ["192.169.0.0/16", false],
    ["11.0.0.0/16", false],
  ])("VpcCidr accepts %s: %s", (text, allowed) => {
    const result = VpcCidr.safeParse(text);
    expect(result.success).toBe(allowed);
    expect(result.error?.issues ?? []).toHaveLength(allowed ? 0 : 1);
  });
});
