import { describe, expect, test } from "vitest";
import { describeRule, type RuleMeaning } from "./describe-rule.ts";
import { ruleWarnings } from "./rule-warnings.ts";

const rule = (changes: Partial<RuleMeaning> = {}): RuleMeaning => ({
  ...{
    direction: "ingress",
    protocol: "tcp",
    action: "allow",
    port_start: 443,
    port_end: null,
    remote_targets: ["0.0.0.0/0"],
    enabled: true,
  },
  ...changes,
});

describe("describeRule", () => {
  test.each<[string, Partial<RuleMeaning>]>([
    ["Allows TCP 443 from anywhere", {}],
    ["Allows TCP 443 from anywhere", { port_end: 443 }],
    ["Allows TCP 8000–8010 from anywhere", { port_start: 8000, port_end: 8010 }],
    ["Allows all TCP from anywhere", { port_start: null }],
    ["Allows UDP 53 to anywhere", { direction: "egress", protocol: "udp", port_start: 53 }],
    ["Allows ICMP from anywhere", { protocol: "icmp", port_start: null }],
    ["Drops everything from anywhere", { action: "drop", protocol: "any", port_start: null }],
    ["Allows ICMP type 8 (pings) from anywhere", { protocol: "icmp", port_start: null, icmp_type: 8 }],
    ["Allows ICMP type 13, code 1 from anywhere", { protocol: "icmp", port_start: null, icmp_type: 13, icmp_code: 1 }],
    ["Allows TCP 443 from the VMs of the group fw_1", { remote_targets: [], remote_group_id: "fw_1" }],
    ["Allows TCP 443 to VMs with the tag web", { direction: "egress", remote_targets: [], remote_tag: "web" }],
    ["Allows TCP 443 from anywhere by IPv6 and 2001:db8::7", { remote_targets: ["::/0", "2001:db8::7/128"] }],
    ["Allows TCP 443 from 10.0.0.0/16", { remote_targets: ["10.0.0.0/16"] }],
    ["Allows TCP 443 from 192.0.2.7", { remote_targets: ["192.0.2.7/32"] }],
    ["Allows TCP 443 from 192.0.2.7 and 10.0.0.0/16", { remote_targets: ["192.0.2.7", "10.0.0.0/16"] }],
    [
      "Allows TCP 443 from 192.0.2.1, 192.0.2.2 and 192.0.2.3",
      { remote_targets: ["192.0.2.1", "192.0.2.2", "192.0.2.3"] },
    ],
    [
      "Allows TCP 443 from 192.0.2.1, 192.0.2.2, 192.0.2.3 and 2 more",
      { remote_targets: [1, 2, 3, 4, 5].map((last) => `192.0.2.${last}`) },
    ],
    ["Allows TCP 443 from anywhere", { remote_targets: ["10.0.0.0/8", "0.0.0.0/0"] }],
    ["Off: would allow TCP 443 from anywhere", { enabled: false }],
    ["Off: would drop TCP 443 from anywhere", { enabled: false, action: "drop" }],
  ])("%s", (words, changes) => {
    expect(describeRule(rule(changes))).toBe(words);
  });
});

describe("warning about a rule that is open to everybody", () => {
  test.each<[string, Partial<RuleMeaning>, string | undefined]>([
    ["HTTPS: no warning", {}, undefined],
    ["SSH", { port_start: 22 }, "SSH can be reached from anywhere. Name the addresses that need it."],
    [
      "a port range that includes SSH",
      { port_start: 20, port_end: 25 },
      "SSH can be reached from anywhere. Name the addresses that need it.",
    ],
    ["every TCP port", { port_start: null }, "Everybody on the internet can reach every TCP port."],
    ["everything", { port_start: null, protocol: "any" }, "Everybody on the internet can reach every port."],
    ["SSH from a known network: no warning", { port_start: 22, remote_targets: ["192.0.2.0/24"] }, undefined],
    ["dropped SSH: no warning", { port_start: 22, action: "drop" }, undefined],
    ["egress: no warning", { port_start: 22, direction: "egress" }, undefined],
    ["a rule that is off", { port_start: 22, enabled: false }, undefined],
  ])("%s", (_what, changes, warning) => {
    expect(ruleWarnings(rule(changes), [], describeRule)).toEqual(warning === undefined ? [] : [warning]);
  });
});

describe("warning about a rule that an earlier rule covers", () => {
  test.each<[string, Partial<RuleMeaning>, Partial<RuleMeaning>, boolean]>([
    ["the same rule covers it", {}, {}, true],
    ["a wider port range covers it", { port_start: 400, port_end: 500 }, {}, true],
    ["a narrower port range does not", {}, { port_start: 400, port_end: 500 }, false],
    ["a rule for every protocol covers it", { protocol: "any", port_start: null }, {}, true],
    ["a rule for another protocol does not", { protocol: "udp" }, {}, false],
    [
      "a network that contains the address covers it",
      { remote_targets: ["10.0.0.0/8"] },
      { remote_targets: ["10.1.2.3"] },
      true,
    ],
    [
      "a network that contains only one of two addresses does not",
      { remote_targets: ["10.0.0.0/8"] },
      { remote_targets: ["10.1.2.3", "192.0.2.1"] },
      false,
    ],
    ["anywhere covers a group", {}, { remote_targets: [], remote_group_id: "fw_1" }, true],
    [
      "addresses do not cover a group",
      { remote_targets: ["10.0.0.0/8"] },
      { remote_targets: [], remote_tag: "a" },
      false,
    ],
    [
      "a group covers itself",
      { remote_targets: [], remote_group_id: "fw_1" },
      { remote_targets: [], remote_group_id: "fw_1" },
      true,
    ],
    ["a group does not cover addresses", { remote_targets: [], remote_group_id: "fw_1" }, {}, false],
    [
      "a type of ICMP does not cover all types",
      { protocol: "icmp", port_start: null, icmp_type: 8 },
      { protocol: "icmp", port_start: null },
      false,
    ],
    ["a rule for the other direction does not", { direction: "egress" }, {}, false],
    ["a rule that is off", { enabled: false }, {}, false],
  ])("%s", (_what, earlier, later, shadowed) => {
    expect(ruleWarnings(rule(later), [rule(earlier)], describeRule)).toHaveLength(shadowed ? 1 : 0);
  });
});
