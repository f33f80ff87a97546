import { expect, test } from "vitest";
import type { FilterRule } from "../../ports/network-port.ts";
import { aclsOf, areSame, FAMILIES, IPV4, setNameOf } from "./firewall.ts";

const rule = (changed: Partial<FilterRule>): FilterRule => ({
  ...{ direction: "ingress", protocol: "tcp", action: "allow", ports: null, remotes: ["192.0.2.0/24"] },
  ...{ icmp: null, set: null },
  ...changed,
});
const written = (firewall: readonly FilterRule[] | null, neighbours: string | null = null, families = [IPV4]) =>
  aclsOf("fm_vm", firewall, neighbours, families).map(
    ({ direction, priority, match, action }) => `${direction} ${priority} ${match} ${action}`,
  );

test("a machine in no group is not filtered, and is kept from neighbours where it has some", () => {
  expect(written(null)).toEqual([]);
  expect(written(null, "10.96.0.0/16")).toEqual(["to-lport 32767 outport == @fm_vm && ip4.src == 10.96.0.0/16 drop"]);
});

test("a policy keeps its order, asking for an address is free, and the rest is dropped", () => {
  const policy = [
    rule({ ports: { first: 22, last: 22 }, action: "drop" }),
    rule({ ports: { first: 1, last: 65_535 }, remotes: ["192.0.2.1/32", "198.51.100.0/24"] }),
    rule({ direction: "egress", protocol: "any", remotes: ["0.0.0.0/0"] }),
    rule({ direction: "egress", protocol: "icmp" }),
    rule({ remotes: [] }),
    // No network: OVN could not read it.
    rule({ remotes: ["192.0.2.9/24", "2001:db8::/32"] }),
  ];
  expect(written(policy)).toEqual([
    "from-lport 32766 inport == @fm_vm && ip4 && udp.src == 68 && udp.dst == 67 allow",
    "to-lport 32000 outport == @fm_vm && ip4 && ip4.src == {192.0.2.0/24} && tcp && tcp.dst >= 22 && tcp.dst <= 22 drop",
    "to-lport 31999 outport == @fm_vm && ip4 && ip4.src == {192.0.2.1/32, 198.51.100.0/24} && tcp && tcp.dst >= 1 " +
      "&& tcp.dst <= 65535 allow-related",
    "from-lport 31998 inport == @fm_vm && ip4 allow-related",
    "from-lport 31997 inport == @fm_vm && ip4 && ip4.dst == {192.0.2.0/24} && icmp4 allow-related",
    "from-lport 0 inport == @fm_vm && ip4 drop",
    "to-lport 0 outport == @fm_vm && ip4 drop",
  ]);
});

test("a rule has the addresses of a set, and a type and a code of ICMP", () => {
  const name = setNameOf({ siteId: "site_one" }, "42/tag:web servers");
  expect(name).toMatch(/^fm_[0-9a-f_]{36}$/);
  expect(setNameOf({ siteId: "site_two" }, "42/tag:web servers")).not.toBe(name);
  const policy = [
    rule({ remotes: [], set: name, ports: { first: 80, last: 80 } }),
    rule({ direction: "egress", protocol: "icmp", remotes: [], set: name, icmp: { type: 8, code: null } }),
    rule({ protocol: "icmp", icmp: { type: 3, code: 4 } }),
  ];
  expect(written(policy).slice(1, 4)).toEqual([
    `to-lport 32000 outport == @fm_vm && ip4 && ip4.src == $${name} && tcp && tcp.dst >= 80 && tcp.dst <= 80 ` +
      "allow-related",
    `from-lport 31999 inport == @fm_vm && ip4 && ip4.dst == $${name} && icmp4 && icmp4.type == 8 allow-related`,
    "to-lport 31998 outport == @fm_vm && ip4 && ip4.src == {192.0.2.0/24} && icmp4 && icmp4.type == 3 && " +
      "icmp4.code == 4 allow-related",
  ]);
});

test("a machine with IPv6 has the rules of both families, each with the networks of its own", () => {
  const policy = [
    rule({ protocol: "icmp", remotes: ["0.0.0.0/0"], icmp: { type: 128, code: null } }),
    rule({ remotes: ["192.0.2.0/24", "2001:db8::/32"], action: "drop" }),
    rule({ direction: "egress", protocol: "any", remotes: ["::/0"] }),
    rule({ protocol: "udp", remotes: [], set: "fm_set" }),
  ];
  expect(written(policy, null, [...FAMILIES])).toEqual([
    "from-lport 32766 inport == @fm_vm && ip4 && udp.src == 68 && udp.dst == 67 allow",
    "to-lport 32000 outport == @fm_vm && ip4 && icmp4 && icmp4.type == 128 allow-related",
    "to-lport 31999 outport == @fm_vm && ip4 && ip4.src == {192.0.2.0/24} && tcp drop",
    "to-lport 31997 outport == @fm_vm && ip4 && ip4.src == $fm_set && udp allow-related",
    "from-lport 0 inport == @fm_vm && ip4 drop",
    "to-lport 0 outport == @fm_vm && ip4 drop",
    "from-lport 32766 inport == @fm_vm && ip6 && (udp.src == 546 && udp.dst == 547 || nd || nd_rs) allow",
    "to-lport 32766 outport == @fm_vm && ip6 && (nd || nd_ra) allow",
    "to-lport 32000 outport == @fm_vm && ip6 && icmp6 && icmp6.type == 128 allow-related",
    "to-lport 31999 outport == @fm_vm && ip6 && ip6.src == {2001:db8::/32} && tcp drop",
    "from-lport 31998 inport == @fm_vm && ip6 allow-related",
    "to-lport 31997 outport == @fm_vm && ip6 && ip6.src == $fm_set_ip6 && udp allow-related",
    "from-lport 0 inport == @fm_vm && ip6 drop",
    "to-lport 0 outport == @fm_vm && ip6 drop",
  ]);
});

test("more rules than OVN has priorities are refused", () => {
  const refused = () => written(Array.from({ length: 32_000 }, () => rule({})));
  expect(refused).toThrow(expect.objectContaining({ code: "firewall_too_complex", retryable: false }));
});

test("rules are the same in any order, and not when one differs", () => {
  const acls = aclsOf("fm_vm", [rule({})], null, [IPV4]);
  expect(areSame(acls, acls.toReversed())).toBe(true);
  expect(areSame(acls, aclsOf("fm_vm", [rule({ action: "drop" })], null, [IPV4]))).toBe(false);
});
