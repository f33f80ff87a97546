import type { Packet } from "@fulmar/contract";
import { expect, test } from "vitest";
import type { DraftRule } from "./rule-draft.ts";
import { wouldReach } from "./would-reach.ts";

const rule = (changes: Partial<DraftRule>): DraftRule => ({
  ...{
    key: "a",
    direction: "ingress",
    protocol: "tcp",
    action: "allow",
    port_start: 22,
    port_end: 22,
    remote_targets: ["0.0.0.0/0"],
    enabled: true,
  },
  ...{ description: null, priority: 100 },
  ...changes,
});
const packet: Packet = { direction: "ingress", protocol: "tcp", remoteAddress: "192.0.2.7", port: 22, icmp: null };

const allow = rule({ key: "allow", priority: 200 });
const drop = rule({ key: "drop", action: "drop", remote_targets: ["192.0.2.0/24"] });

test.each([
  ["a packet that no rule matches is dropped", [], false, undefined],
  ["a matching allow rule lets the packet in", [allow], true, allow],
  ["the matching rule with the lowest priority value decides", [drop, allow], false, drop],
  ["the position in the list does not matter", [allow, drop], false, drop],
  ["a disabled rule is ignored", [rule({ ...drop, enabled: false }), allow], true, allow],
  [
    "the earlier of two rules with equal priority decides",
    [rule({ ...allow, priority: 100 }), drop],
    true,
    rule({ ...allow, priority: 100 }),
  ],
] as const)("%s", (_what, rules, allowed, decisive) => {
  expect(wouldReach(rules, [], packet)).toEqual({ allowed, rule: decisive });
});
