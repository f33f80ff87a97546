import { describe, expect, test } from "vitest";
import type { RuleMeaning } from "./describe-rule.ts";
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
    expect(ruleWarnings(rule(changes), [])).toEqual(warning === undefined ? [] : [warning]);
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
    ["a rule for the other direction does not", { direction: "egress" }, {}, false],
    ["a rule that is off", { enabled: false }, {}, false],
  ])("%s", (_what, earlier, later, shadowed) => {
    expect(ruleWarnings(rule(later), [rule(earlier)])).toHaveLength(shadowed ? 1 : 0);
  });
});
