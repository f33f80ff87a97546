import { describe, expect, test } from "vitest";
import { describeRule, type RuleMeaning } from "./describe-rule.ts";

const rule = (changes: Partial<RuleMeaning>): RuleMeaning => ({
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
    ["Allows TCP 443 from anywhere (IPv4)", {}],
    ["Allows TCP 443 from anywhere (IPv4)", { port_end: 443 }],
    ["Allows TCP 8000–8010 from anywhere (IPv4)", { port_start: 8000, port_end: 8010 }],
    ["Allows all TCP from anywhere (IPv4)", { port_start: null }],
    ["Allows UDP 53 to anywhere (IPv4)", { direction: "egress", protocol: "udp", port_start: 53 }],
    ["Allows ICMP from anywhere (IPv4)", { protocol: "icmp", port_start: null }],
    ["Drops everything from anywhere (IPv4)", { action: "drop", protocol: "any", port_start: null }],
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
    ["Allows TCP 443 from anywhere (IPv4)", { remote_targets: ["10.0.0.0/8", "0.0.0.0/0"] }],
    ["Off: would allow TCP 443 from anywhere (IPv4)", { enabled: false }],
    ["Off: would drop TCP 443 from anywhere (IPv4)", { enabled: false, action: "drop" }],
  ])("%s", (words, changes) => {
    expect(describeRule(rule(changes))).toBe(words);
  });
});
