import {
  addressSetOf,
  decidingRule,
  type FirewallDirection,
  formatIpv4,
  INTERNET,
  inEvaluationOrder,
  networkContains,
  networkSize,
  type PolicyRule,
  parseCidr,
  policyRule,
  type ReachabilityStep,
  withAddresses,
} from "@fulmar/contract";
import { vmStep } from "./steps.ts";
import type { GroupRule, Machine, Traffic } from "./world.ts";

/**
 * Whether a VM's firewall groups let traffic in or out, and the rule that decides.
 * @param remote the other side's address, or "internet" for an address that no rule names more narrowly than others
 */
export function firewallStep(
  machine: Machine,
  direction: FirewallDirection,
  remote: string,
  traffic: Traffic,
): ReachabilityStep {
  const { rules, name } = machine;
  if (rules === null) return vmStep(machine, true, `${name} is in no firewall group, so that nothing is filtered.`);
  const policy = withAddresses(
    inEvaluationOrder(rules).map((rule) => ({ ...policyRule(rule), stored: rule })),
    machine.sets,
  );
  const remoteAddress = remote === INTERNET ? addressOfNobody(policy) : remote;
  const decisive = decidingRule(policy, { direction, remoteAddress, ...traffic });
  const what = `${wordsOf(traffic)} ${direction === "ingress" ? "from" : "to"} ${placeOf(remote)}`;
  if (decisive === undefined) return vmStep(machine, false, `No rule of ${name}'s firewall groups allows ${what}.`);
  const { stored, action } = decisive;
  return {
    type: "firewall_rule",
    id: stored.planned ? null : stored.rule_id,
    name: stored.description ?? "",
    parent_id: stored.firewall_group_id,
    passes: action === "allow",
    message: `${ruleWords(stored)} of the group ${stored.group_name} ${action === "allow" ? "allows" : "drops"} ${what}.`,
  };
}

function ruleWords({ planned, description }: GroupRule): string {
  const kind = planned ? "A planned rule" : "A rule";
  return description ? `${kind} (${description})` : kind;
}

/** A sentence's part, such as `TCP 443` or `ICMP type 8`. */
export function wordsOf({ protocol, port, icmp }: Traffic): string {
  if (icmp !== null) return `ICMP type ${icmp.type}${icmp.code === 0 ? "" : `, code ${icmp.code}`}`;
  return `${protocol.toUpperCase()} ${port}`;
}

export function placeOf(address: string): string {
  return address === INTERNET ? "the internet" : address;
}

/** The names of the address sets that rules name. */
export function setsNamedBy(rules: readonly Pick<GroupRule, "remote_group_id" | "remote_tag">[]): string[] {
  return [...new Set(rules.flatMap((rule) => addressSetOf(rule) ?? []))];
}

/** Ranges in which nobody of the internet is: private, shared, special and multicast ones (RFC 6890). */
const NOT_PUBLIC = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3"],
].flatMap((text) => parseCidr(text) ?? []);
const WHOLE = 2 ** 32;

/** An address of the widest part of the internet that rules treat alike: who is named by none on their own. */
function addressOfNobody(policy: readonly PolicyRule[]): string {
  const named = [...NOT_PUBLIC, ...policy.flatMap(({ remotes }) => remotes.flatMap((text) => parseCidr(text) ?? []))];
  const bounds = named.flatMap((network) => [network.first, network.first + networkSize(network)]);
  const sorted = Float64Array.from(new Set([0, ...bounds, WHOLE])).sort();
  let [widest, size] = [0, 0];
  for (let index = 0; index + 1 < sorted.length; index++) {
    const [first = 0, next = 0] = sorted.subarray(index, index + 2);
    const isPublic = !NOT_PUBLIC.some((range) => networkContains(range, { first, prefixLength: 32 }));
    if (isPublic && next - first > size) [widest, size] = [first, next - first];
  }
  return formatIpv4(widest);
}
