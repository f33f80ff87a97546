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

describe("what is open to everybody", () => {
  test.each<[string, Partial<RuleMeaning>, string | undefined]>([
    ["HTTPS is meant to be", {}, undefined],
    ["SSH", { port_start: 22 }, "SSH can be reached from anywhere. Name the addresses that need it."],
    [
      "a range that has SSH in it",
      { port_start: 20, port_end: 25 },
      "SSH can be reached from anywhere. Name the addresses that need it.",
    ],
    ["every TCP port", { port_start: null }, "Everybody on the internet can reach every TCP port."],
    ["everything", { port_start: null, protocol: "any" }, "Everybody on the internet can reach every port."],
    ["SSH from a known network", { port_start: 22, remote_targets: ["192.0.2.0/24"] }, undefined],
    ["SSH that is dropped", { port_start: 22, action: "drop" }, undefined],
    ["the way out", { port_start: 22, direction: "egress" }, undefined],
    ["a rule that is off", { port_start: 22, enabled: false }, undefined],
  ])("%s", (_what, changes, warning) => {
    expect(ruleWarnings(rule(changes), [])).toEqual(warning === undefined ? [] : [warning]);
  });
});

describe("a rule that an earlier one leaves nothing to", () => {
  test.each<[string, Partial<RuleMeaning>, Partial<RuleMeaning>, boolean]>([
    ["the same rule", {}, {}, true],
    ["a wider range of ports", { port_start: 400, port_end: 500 }, {}, true],
    ["a narrower range", {}, { port_start: 400, port_end: 500 }, false],
    ["every protocol", { protocol: "any", port_start: null }, {}, true],
    ["another protocol", { protocol: "udp" }, {}, false],
    ["a network around the address", { remote_targets: ["10.0.0.0/8"] }, { remote_targets: ["10.1.2.3"] }, true],
    [
      "a network that has only one of two addresses",
      { remote_targets: ["10.0.0.0/8"] },
      { remote_targets: ["10.1.2.3", "192.0.2.1"] },
      false,
    ],
    ["the other direction", { direction: "egress" }, {}, false],
    ["a rule that is off", { enabled: false }, {}, false],
  ])("%s", (_what, earlier, later, shadowed) => {
    expect(ruleWarnings(rule(later), [rule(earlier)])).toHaveLength(shadowed ? 1 : 0);
  });
});
