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
    "no ports where the protocol has none",
    { protocol: "icmp", port_start: "443" },
    { port_start: null, port_end: null },
  ],
  [
    "an address per line, or between commas",
    { remote_targets: "10.0.0.0/8\n 192.0.2.1, 192.0.2.2" },
    { remote_targets: ["10.0.0.0/8", "192.0.2.1", "192.0.2.2"] },
  ],
  ["no priority where the order says it", { priority: "" }, { remote_targets: ["0.0.0.0/0"] }],
  ["a priority", { priority: "70" }, { priority: 70 }],
])("the form of a rule says %s", (_what, changes, expected) => {
  const rule = read({ ...changes });
  expect(rule).toMatchObject(expected);
  expect(CreateFirewallRule.safeParse(rule).success).toBe(true);
});

test("what is no number is left to the contract to refuse", () => {
  expect(CreateFirewallRule.safeParse(read({ port_start: "http" })).success).toBe(false);
});

test("a rule comes back out of its form as it was", () => {
  const rule = read({ port_start: "8000", port_end: "8010", description: "Games", priority: "5" });
  expect(firewallRule.body(valuesOf(rule))).toEqual(rule);
});
