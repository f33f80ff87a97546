import { formatIpv4, type Ipv4Network, networkContains, parseCidr } from "@fulmar/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cidrOf, everythingBut, outermost } from "./network-ranges.ts";

const subnet = fc.tuple(fc.nat({ max: 255 }), fc.integer({ min: 16, max: 30 })).map(([second, prefixLength]) => {
  const first = 10 * 2 ** 24 + second * 2 ** 16;
  return { first, prefixLength };
});
const host = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.nat({ max: 2 ** 24 - 1 }).map((rest) => 10 * 2 ** 24 + rest),
);

function holdsHost(networks: readonly Ipv4Network[], address: number): boolean {
  return networks.some((network) => networkContains(network, { first: address, prefixLength: 32 }));
}

test("everythingBut contains exactly the addresses outside the given networks", () => {
  fc.assert(
    fc.property(
      fc.array(subnet, { maxLength: 5 }),
      fc.array(host, { minLength: 20, maxLength: 20 }),
      (subnets, hosts) => {
        const rest = everythingBut(subnets);
        for (const address of hosts)
          expect(holdsHost(rest, address), formatIpv4(address)).toBe(!holdsHost(subnets, address));
        // Each is written as a network address, as servers require.
        for (const network of rest) expect(parseCidr(cidrOf(network))).toEqual(network);
      },
    ),
  );
});

test("everythingBut one network has as many networks as its prefix has bits", () => {
  expect(everythingBut([{ first: 10 * 2 ** 24, prefixLength: 8 }])).toHaveLength(8);
  expect(everythingBut([])).toEqual([{ first: 0, prefixLength: 0 }]);
});

test("outermost leaves out what lies inside another network", () => {
  const cidrs = ["10.1.0.0/16", "192.0.2.7/32", "10.1.0.1/32", "10.1.255.255/32", "10.1.0.0/16", "10.2.0.0/24"];
  expect(outermost(cidrs)).toEqual(["10.1.0.0/16", "10.2.0.0/24", "192.0.2.7/32"]);
});
