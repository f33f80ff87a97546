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
    icmp: fc.option(fc.record({ type: fc.integer({ min: 7, max: 9 }), code: fc.option(fc.nat({ max: 2 })) })),
    remotes: fc.array(fc.oneof(network, fc.constant("0.0.0.0/0")), { minLength: 1, maxLength: 2 }),
  })
  .map(
    (made): PolicyRule => ({
      ...made,
      ports: made.protocol === "tcp" || made.protocol === "udp" ? made.ports : null,
      icmp: made.protocol === "icmp" ? made.icmp : null,
      set: null,
    }),
  );
const packet = fc
  .record({
    direction: fc.constantFrom("ingress" as const, "egress" as const),
    protocol: fc.constantFrom("tcp" as const, "udp" as const, "icmp" as const),
    host: fc.nat({ max: 255 }),
    port: fc.integer({ min: 1, max: 20 }),
    icmp: fc.record({ type: fc.integer({ min: 6, max: 10 }), code: fc.nat({ max: 3 }) }),
  })
  .map(
    ({ direction, protocol, host, port, icmp }): Packet => ({
      direction,
      protocol,
      remoteAddress: `10.0.0.${host}`,
      port: protocol === "icmp" ? null : port,
      icmp: protocol === "icmp" ? icmp : null,
    }),
  );

function passes(
  allowed: readonly AllowedTraffic[],
  { direction, protocol, remoteAddress, port, icmp }: Packet,
): boolean {
  const address = parseIpv4(remoteAddress) ?? Number.NaN;
  return allowed.some((traffic) => {
    const remote = parseCidr(traffic.remote);
    const inNetwork =
      remote !== undefined && address >= remote.first && address < remote.first + 2 ** (32 - remote.prefixLength);
    const inPorts =
      traffic.ports === null || (port !== null && port >= traffic.ports.first && port <= traffic.ports.last);
    const inTypes =
      traffic.icmp === null ||
      (traffic.icmp.type === icmp?.type && (traffic.icmp.code === null || traffic.icmp.code === icmp.code));
    return (
      traffic.direction === direction &&
      (traffic.protocol === null || traffic.protocol === protocol) &&
      inNetwork &&
      inPorts &&
      inTypes
    );
  });
}

test("allowedTraffic allows exactly what the ordered rules allow", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 6 }),
      fc.array(packet, { minLength: 20, maxLength: 20 }),
      (policy, packets) => {
        const allowed = allowedOf(policy);
        fc.pre(allowed !== null);
        for (const asked of packets) expect(passes(allowed, asked)).toBe(evaluateFirewall(policy, asked) === "allow");
      },
    ),
    { numRuns: 500 },
  );
});

/** Null for what the site refuses: every type of ICMP but one, for all addresses but some, are an entry for each pair. */
function allowedOf(policy: readonly PolicyRule[]): AllowedTraffic[] | null {
  try {
    return allowedTraffic(policy);
  } catch (error) {
    expect(error).toMatchObject({ code: "firewall_too_complex" });
    return null;
  }
}

test("a drop inside a wider one, and what is allowed twice, add no entries", () => {
  const plain = { direction: "egress" as const, ports: null, set: null };
  const drop = { ...plain, action: "drop" as const, remotes: ["10.0.0.0/24"] };
  const policy: PolicyRule[] = [
    { ...drop, protocol: "icmp", icmp: { type: 7, code: 0 } },
    { ...drop, protocol: "any", icmp: null },
    { ...plain, protocol: "any", action: "allow", icmp: null, remotes: ["0.0.0.0/0", "0.0.0.0/0", "10.1.0.0/16"] },
  ];
  // Around a /24 lie 24 networks, for each of three protocols.
  expect(allowedTraffic(policy)).toHaveLength(3 * 24);
});

test("rules that only allow become one entry each", () => {
  const plain = { icmp: null, set: null, remotes: ["0.0.0.0/0"] };
  const open = (port: number) => ({
    direction: "ingress" as const,
    protocol: "tcp" as const,
    action: "allow" as const,
    ports: { first: port, last: port },
    ...plain,
  });
  const out = {
    direction: "egress" as const,
    protocol: "any" as const,
    action: "allow" as const,
    ports: null,
    ...plain,
  };
  expect(allowedTraffic([open(22), open(443), out])).toEqual([
    { direction: "ingress", protocol: "tcp", ports: { first: 22, last: 22 }, icmp: null, remote: "0.0.0.0/0" },
    { direction: "ingress", protocol: "tcp", ports: { first: 443, last: 443 }, icmp: null, remote: "0.0.0.0/0" },
    { direction: "egress", protocol: null, ports: null, icmp: null, remote: "0.0.0.0/0" },
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
    ...{ icmp: null, set: null, remotes: [`10.${index}.0.1/32`] },
  }));
  const allow = {
    direction: "ingress" as const,
    protocol: "tcp" as const,
    action: "allow" as const,
    ...{ ports: null, icmp: null, set: null, remotes: ["0.0.0.0/0"] },
  };
  expect(() => allowedTraffic([...drops, allow])).toThrow(
    expect.objectContaining({ code: "firewall_too_complex", retryable: false }),
  );
});
