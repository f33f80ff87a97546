import { CreateFirewallRule } from "@fulmar/contract";
import { expect, test } from "vitest";
import { firewallRule, valuesOf } from "./rule-form.ts";

type RuleValues = typeof firewallRule.initial;

const read = (changes: Partial<RuleValues>) => firewallRule.body({ ...firewallRule.initial, ...changes });

test.each<[string, Partial<RuleValues>, object]>([
  ["one port", { port_start: "443" }, { port_start: 443, port_end: null }],
  ["a range of ports", { port_start: "8000", port_end: "8010" }, { port_start: 8000, port_end: 8010 }],
  ["every port", {}, { port_start: null, port_end: null }],
  [
    "no ports for a protocol without ports",
    { protocol: "icmp", port_start: "443" },
    { port_start: null, port_end: null },
  ],
  [
    "addresses separated by lines or commas",
    { remote_targets: "10.0.0.0/8\n 192.0.2.1, 192.0.2.2" },
    { remote_targets: ["10.0.0.0/8", "192.0.2.1", "192.0.2.2"] },
  ],
  [
    "a type of ICMP, which no other protocol has",
    { protocol: "icmp", icmp_type: "8", icmp_code: "0" },
    { icmp_type: 8, icmp_code: 0 },
  ],
  ["no type of ICMP for TCP", { icmp_type: "8" }, { icmp_type: null, icmp_code: null }],
  [
    "a group instead of addresses",
    { remote: "group", remote_group_id: "fw_1", remote_tag: "web" },
    { remote_targets: [], remote_group_id: "fw_1", remote_tag: null },
  ],
  ["a tag", { remote: "tag", remote_tag: " web " }, { remote_targets: [], remote_group_id: null, remote_tag: "web" }],
  ["no priority when it is left empty", { priority: "" }, { remote_targets: ["0.0.0.0/0"] }],
  ["a given priority", { priority: "70" }, { priority: 70 }],
])("the rule form reads %s", (_what, changes, expected) => {
  const rule = read({ ...changes });
  expect(rule).toMatchObject(expected);
  expect(CreateFirewallRule.safeParse(rule).success).toBe(true);
});

test("a port that is not a number is refused by the contract", () => {
  expect(CreateFirewallRule.safeParse(read({ port_start: "http" })).success).toBe(false);
});

test.each<[string, Partial<RuleValues>]>([
  ["of ports", { port_start: "8000", port_end: "8010", description: "Games", priority: "5" }],
  ["of ICMP", { protocol: "icmp", icmp_type: "3", icmp_code: "4" }],
  ["that names a group", { remote: "group", remote_group_id: "fw_1", remote_targets: "" }],
  ["that names a tag", { remote: "tag", remote_tag: "web", remote_targets: "" }],
])("a rule %s survives the round trip through its form", (_what, changes) => {
  const rule = read(changes);
  expect(firewallRule.body(valuesOf(rule))).toEqual(rule);
});
