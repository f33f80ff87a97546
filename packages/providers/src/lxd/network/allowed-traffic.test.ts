import { evaluateFirewall, formatIpv4, type Packet, type PolicyRule, parseCidr, parseIpv4 } from "@fulmar/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AllowedTraffic, allowedTraffic } from "./allowed-traffic.ts";

// Few distinct addresses and ports, so that rules overlap.
const network = fc.tuple(fc.nat({ max: 255 }), fc.integer({ min: 24, max: 32 })).map(([host, length]) => {
  const size = 2 ** (32 - length);
  const base = parseIpv4("10.0.0.0") ?? 0;
  return `${formatIpv4(base + host - (host % size))}/${length}`;
});
const ports = fc.option(
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat({ max: 5 })).map(([first, more]) => ({ first, last: first + more })),
);
const rule = fc
  .record({
    direction: fc.constantFrom("ingress" as const, "egress" as const),
    protocol: fc.constantFrom("tcp" as const, "udp" as const, "icmp" as const, "any" as const),
    action: fc.constantFrom("allow" as const, "drop" as const),
    ports,
    remotes: fc.array(fc.oneof(network, fc.constant("0.0.0.0/0")), { minLength: 1, maxLength: 2 }),
  })
  .map(
    (made): PolicyRule => ({ ...made, ports: made.protocol === "tcp" || made.protocol === "udp" ? made.ports : null }),
  );
const packet = fc
  .record({
    direction: fc.constantFrom("ingress" as const, "egress" as const),
    protocol: fc.constantFrom("tcp" as const, "udp" as const, "icmp" as const),
    host: fc.nat({ max: 255 }),
    port: fc.integer({ min: 1, max: 20 }),
  })
  .map(
    ({ direction, protocol, host, port }): Packet => ({
      direction,
      protocol,
      remoteAddress: `10.0.0.${host}`,
      port: protocol === "icmp" ? null : port,
    }),
  );

function passes(allowed: readonly AllowedTraffic[], { direction, protocol, remoteAddress, port }: Packet): boolean {
  const address = parseIpv4(remoteAddress) ?? Number.NaN;
  return allowed.some((traffic) => {
    const remote = parseCidr(traffic.remote);
    const inNetwork =
      remote !== undefined && address >= remote.first && address < remote.first + 2 ** (32 - remote.prefixLength);
    const inPorts =
      traffic.ports === null || (port !== null && port >= traffic.ports.first && port <= traffic.ports.last);
    return (
      traffic.direction === direction &&
      (traffic.protocol === null || traffic.protocol === protocol) &&
      inNetwork &&
      inPorts
    );
  });
}

test("allowedTraffic allows exactly what the ordered rules allow", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 6 }),
      fc.array(packet, { minLength: 20, maxLength: 20 }),
      (policy, packets) => {
        const allowed = allowedTraffic(policy);
        for (const asked of packets) expect(passes(allowed, asked)).toBe(evaluateFirewall(policy, asked) === "allow");
      },
    ),
    { numRuns: 500 },
  );
});

test("rules that only allow become one entry each", () => {
  const remotes = ["0.0.0.0/0"];
  const open = (port: number) => ({
    direction: "ingress" as const,
    protocol: "tcp" as const,
    action: "allow" as const,
    ports: { first: port, last: port },
    remotes,
  });
  const out = {
    direction: "egress" as const,
    protocol: "any" as const,
    action: "allow" as const,
    ports: null,
    remotes,
  };
  expect(allowedTraffic([open(22), open(443), out])).toEqual([
    { direction: "ingress", protocol: "tcp", ports: { first: 22, last: 22 }, remote: "0.0.0.0/0" },
    { direction: "ingress", protocol: "tcp", ports: { first: 443, last: 443 }, remote: "0.0.0.0/0" },
    { direction: "egress", protocol: null, ports: null, remote: "0.0.0.0/0" },
  ]);
});

test("rules that would become too many entries are refused without retry", () => {
  const drops = Array.from({ length: 120 }, (_, index) => ({
    ...{
      direction: "ingress" as const,
      protocol: "tcp" as const,
      action: "drop" as const,
      ports: { first: 2 * index + 1, last: 2 * index + 1 },
    },
    remotes: [`10.${index}.0.1/32`],
  }));
  const allow = {
    direction: "ingress" as const,
    protocol: "tcp" as const,
    action: "allow" as const,
    ports: null,
    remotes: ["0.0.0.0/0"],
  };
  expect(() => allowedTraffic([...drops, allow])).toThrow(
    expect.objectContaining({ code: "firewall_too_complex", retryable: false }),
  );
});
