import { type Ipv4Network, networkContains, parseCidr } from "@fulmar/contract";
import { expect, test } from "vitest";
import type { AclRule } from "../network-answers.ts";
import { besideMetadata, withoutServer } from "./metadata-way.ts";

const SERVER = { address: "10.64.0.1", port: 8_169 };

const networkOf = (cidr: string): Ipv4Network => parseCidr(cidr) ?? { first: 0, prefixLength: 32 };
const covers = (list: string | undefined, address: string) =>
  (list ?? "0.0.0.0/0").split(",").some((cidr) => networkContains(networkOf(cidr), networkOf(`${address}/32`)));

/** As the server decides: drops come first, what no rule allows is refused. */
function passes(rules: readonly AclRule[], protocol: AclRule["protocol"] | "sctp", address: string, port: number) {
  const matches = (rule: AclRule) => {
    if (rule.protocol !== undefined && rule.protocol !== protocol) return false;
    const [first = 0, last = first] = (rule.destination_port ?? "0-65535").split("-").map(Number);
    return covers(rule.destination, address) && port >= first && port <= last;
  };
  const matched = rules.filter(matches);
  return matched.every(({ action }) => action === "allow") && matched.length > 0;
}

test("of the host and of link-local addresses, TCP to the metadata server's port passes, and nothing else does", () => {
  const unreachable = ["10.64.0.0/16", "10.65.0.1/32", "169.254.0.0/16", "224.0.0.0/3"];
  const everything: AclRule = { action: "allow", state: "enabled", source: "10.64.3.4/32" };
  const rules = [...besideMetadata(unreachable, SERVER), ...withoutServer(everything, SERVER)];
  expect(passes(rules, "tcp", SERVER.address, SERVER.port)).toBe(true);
  for (const port of [1, 22, 53, 80, SERVER.port - 1, SERVER.port + 1, 8_443, 65_535])
    expect(passes(rules, "tcp", SERVER.address, port), String(port)).toBe(false);
  for (const protocol of ["udp", "icmp4", "sctp"] as const)
    expect(passes(rules, protocol, SERVER.address, SERVER.port), protocol).toBe(false);
  for (const address of ["10.64.0.0", "10.64.0.2", "10.64.255.255", "10.65.0.1", "169.254.169.254", "224.0.0.1"])
    expect(passes(rules, "tcp", address, SERVER.port), address).toBe(false);
  for (const address of ["10.63.255.255", "10.65.0.2", "198.51.100.7"])
    expect(passes(rules, "sctp", address, 1), address).toBe(true);
});

test("the drops are the same as without a server, wherever it does not lie", () => {
  const [drop] = besideMetadata(["10.70.0.0/24", "169.254.0.0/16"], SERVER);
  expect(drop).toEqual({ action: "drop", state: "enabled", destination: "10.70.0.0/24,169.254.0.0/16" });
});

test("an allowance of one protocol stays, and one of the server alone is dropped", () => {
  const tcp: AclRule = { action: "allow", state: "enabled", protocol: "tcp", destination: "10.64.0.1/32" };
  expect(withoutServer(tcp, SERVER)).toEqual([tcp]);
  expect(withoutServer({ action: "allow", state: "enabled", destination: "10.64.0.1/32" }, SERVER)).toEqual([]);
});
