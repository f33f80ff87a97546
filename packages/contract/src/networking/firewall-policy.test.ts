import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateFirewall, firewallPolicy, type Packet, type StoredRule, withAddresses } from "./firewall-policy.ts";
import { formatIpv4 } from "./ipv4.ts";

const rule = (changes: Partial<StoredRule>): StoredRule => ({
  ...{
    rule_id: "rule_1",
    direction: "ingress",
    protocol: "tcp",
    action: "allow",
    port_start: null,
    port_end: null,
    priority: null,
  },
  ...{ icmp_type: null, icmp_code: null, remote_group_id: null, remote_tag: null },
  ...{ remote_targets: ["0.0.0.0/0"], enabled: true },
  ...changes,
});
const packet = (changes: Partial<Packet>): Packet => ({
  direction: "ingress",
  protocol: "tcp",
  remoteAddress: "192.0.2.7",
  port: 22,
  icmp: null,
  ...changes,
});
const decide = (rules: readonly StoredRule[], changes: Partial<Packet> = {}) =>
  evaluateFirewall(firewallPolicy(rules), packet(changes));

const address = fc.nat({ max: 2 ** 32 - 1 }).map(formatIpv4);
const network = fc
  .tuple(fc.nat({ max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 32 }))
  .map(([value, length]) => `${formatIpv4(value - (value % 2 ** (32 - length)))}/${length}`);
const port = fc.integer({ min: 1, max: 65_535 });
const anyRule = fc
  .record({
    number: fc.nat(),
    direction: fc.constantFrom("ingress" as const, "egress" as const),
    protocol: fc.constantFrom("tcp" as const, "udp" as const, "icmp" as const, "any" as const),
    action: fc.constantFrom("allow" as const, "drop" as const),
    ports: fc.option(fc.tuple(port, port)),
    priority: fc.option(fc.integer({ min: 1, max: 65_535 })),
    remote_targets: fc.array(fc.oneof(address, network), { minLength: 1, maxLength: 3 }),
    enabled: fc.boolean(),
  })
  .map(({ number, ports, ...fields }) => {
    const ranged = ports !== null && (fields.protocol === "tcp" || fields.protocol === "udp");
    return rule({
      ...fields,
      rule_id: `rule_${number}`,
      port_start: ranged ? Math.min(...ports) : null,
      port_end: ranged ? Math.max(...ports) : null,
    });
  });
const anyPacket = fc.record({
  direction: fc.constantFrom("ingress" as const, "egress" as const),
  protocol: fc.constantFrom("tcp" as const, "udp" as const),
  remoteAddress: address,
  port,
  icmp: fc.constant(null),
});
const rulesOf = fc.uniqueArray(anyRule, { selector: ({ rule_id }) => rule_id, maxLength: 8 });

describe("a new firewall group", () => {
  const system = rule({ direction: "egress", protocol: "any" });
  test("allows all egress and no ingress", () => {
    expect(decide([system], { direction: "egress" })).toBe("allow");
    expect(decide([system], { direction: "egress", protocol: "icmp", port: null })).toBe("allow");
    expect(decide([system])).toBe("drop");
  });
  test("can be closed for egress by a user's rule, because the system rule comes last", () => {
    const closed = rule({ rule_id: "rule_2", direction: "egress", protocol: "any", action: "drop", priority: 65_535 });
    expect(decide([system, closed], { direction: "egress" })).toBe("drop");
  });
});

test("the lowest priority value decides, then the lower rule id; port ranges include both ends", () => {
  const drop = rule({ rule_id: "rule_2", action: "drop", priority: 10, remote_targets: ["192.0.2.7"] });
  const allow = rule({
    rule_id: "rule_1",
    priority: 20,
    port_start: 20,
    port_end: 22,
    remote_targets: ["192.0.2.0/24"],
  });
  expect(decide([allow, drop])).toBe("drop");
  expect(decide([allow, { ...drop, priority: 20 }])).toBe("allow");
  expect(decide([allow, { ...drop, priority: 30 }])).toBe("allow");
  expect([19, 20, 22, 23].map((at) => decide([allow], { port: at }))).toEqual(["drop", "allow", "allow", "drop"]);
  expect(decide([drop, allow], { remoteAddress: "192.0.3.0" })).toBe("drop");
});

test("ICMP is told apart by type and code, and a packet of unknown type passes only where all types do", () => {
  const ping = rule({ protocol: "icmp", icmp_type: 8 });
  const needed = rule({ rule_id: "rule_2", protocol: "icmp", icmp_type: 3, icmp_code: 4 });
  const asked = (icmp: Packet["icmp"], rules = [ping, needed]) => decide(rules, { protocol: "icmp", port: null, icmp });
  expect(asked({ type: 8, code: 1 })).toBe("allow");
  expect(asked({ type: 3, code: 4 })).toBe("allow");
  expect(asked({ type: 3, code: 1 })).toBe("drop");
  expect(asked(null)).toBe("drop");
  expect(asked(null, [rule({ protocol: "icmp" })])).toBe("allow");
});

test("a rule that names a group or a tag has the addresses that its set has", () => {
  const policy = firewallPolicy([
    rule({ remote_targets: [], remote_group_id: "fw_1" }),
    rule({ rule_id: "rule_2", remote_targets: [], remote_tag: "web", port_start: 80 }),
  ]);
  expect(policy.map(({ set }) => set)).toEqual(["group:fw_1", "tag:web"]);
  const decided = (sets: [string, string[]][], changes: Partial<Packet> = {}) =>
    evaluateFirewall(withAddresses(policy, new Map(sets)), packet(changes));
  expect(evaluateFirewall(policy, packet({}))).toBe("drop");
  expect(decided([])).toBe("drop");
  expect(decided([["group:fw_1", ["192.0.2.6", "192.0.2.7"]]])).toBe("allow");
  expect(decided([["tag:web", ["192.0.2.7"]]])).toBe("drop");
  expect(decided([["tag:web", ["192.0.2.7"]]], { port: 80 })).toBe("allow");
});

test("a rule for anywhere is for both families, and others are for the addresses of their own", () => {
  const six = { remoteAddress: "2001:db8::7" };
  expect(decide([rule({})], six)).toBe("allow");
  expect(decide([rule({ remote_targets: ["::/0"] })], six)).toBe("allow");
  expect(decide([rule({ remote_targets: ["::/0"] })])).toBe("drop");
  expect(decide([rule({ remote_targets: ["192.0.2.0/24"] })], six)).toBe("drop");
  expect(decide([rule({ remote_targets: ["192.0.2.0/24", "2001:db8::/32"] })], six)).toBe("allow");
  expect(decide([rule({ remote_targets: ["2001:db8::8"] })], six)).toBe("drop");
  expect(firewallPolicy([rule({ remote_targets: ["2001:db8::7", "192.0.2.7"] })])[0]?.remotes).toEqual([
    "2001:db8::7/128",
    "192.0.2.7/32",
  ]);
});

test("the order of the given rules does not matter, and disabled rules are ignored", () => {
  fc.assert(
    fc.property(rulesOf, anyPacket, (rules, asked) => {
      const decision = evaluateFirewall(firewallPolicy(rules), asked);
      expect(evaluateFirewall(firewallPolicy(rules.toReversed()), asked)).toBe(decision);
      expect(evaluateFirewall(firewallPolicy(rules.filter(({ enabled }) => enabled)), asked)).toBe(decision);
    }),
  );
});

test("a packet is allowed only by an enabled allow rule for its direction", () => {
  fc.assert(
    fc.property(rulesOf, anyPacket, (rules, asked) => {
      const allowing = rules.filter(
        ({ action, direction, enabled }) => action === "allow" && enabled && direction === asked.direction,
      );
      if (evaluateFirewall(firewallPolicy(rules), asked) === "allow") expect(allowing).not.toEqual([]);
      expect(evaluateFirewall([], asked)).toBe("drop");
    }),
  );
});

test("a rule that matches everything and comes first decides alone", () => {
  fc.assert(
    fc.property(rulesOf, anyPacket, fc.constantFrom("allow" as const, "drop" as const), (rules, asked, action) => {
      const later = rules.map((other) => ({ ...other, priority: Math.max(other.priority ?? 65_535, 2) }));
      const first = rule({ rule_id: "rule_first", direction: asked.direction, protocol: "any", action, priority: 1 });
      expect(evaluateFirewall(firewallPolicy([...later, first]), asked)).toBe(action);
    }),
  );
});
