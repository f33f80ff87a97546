import { ipRangeHolds, parseIpAddress } from "../values/ip-network.ts";
import type { FirewallAction, FirewallDirection, FirewallProtocol, FirewallRule } from "./firewall-group.ts";
import { ANYWHERE } from "./states.ts";

/** A rule in normal form, as a provider applies it. Port ranges include both ends. Null means every port. */
export interface PolicyRule {
  readonly direction: FirewallDirection;
  readonly protocol: FirewallProtocol;
  readonly action: FirewallAction;
  readonly ports: { readonly first: number; readonly last: number } | null;
  /** Of ICMP or, for IPv6, of ICMPv6. Null matches every type, and a null code every code of the type. */
  readonly icmp: { readonly type: number; readonly code: number | null } | null;
  /**
   * Networks such as 192.0.2.0/24 or 2001:db8::/32, or 0.0.0.0/0 for everywhere, by IPv6 too. A single address is a /32
   * or a /128. Empty where the rule names a set.
   */
  readonly remotes: readonly string[];
  /** The address set that the rule names instead; null for none. */
  readonly set: string | null;
}

/** The stored fields that a rule is derived from. `rule_id` orders rules by creation. */
export type StoredRule = Pick<
  FirewallRule,
  | "rule_id"
  | "direction"
  | "protocol"
  | "action"
  | "port_start"
  | "port_end"
  | "icmp_type"
  | "icmp_code"
  | "priority"
  | "remote_targets"
  | "remote_group_id"
  | "remote_tag"
  | "enabled"
>;

/**
 * The fields of a packet that a firewall evaluates. `remoteAddress` is the other side's address. `port` is the
 * destination port, or null if the protocol has none.
 */
export interface Packet {
  readonly direction: FirewallDirection;
  readonly protocol: Exclude<FirewallProtocol, "any">;
  readonly remoteAddress: string;
  readonly port: number | null;
  /** Of ICMP; null for a packet of which only the protocol is asked. */
  readonly icmp: { readonly type: number; readonly code: number } | null;
}

/** The addresses that a set has now, by the set's name. */
export type AddressSets = ReadonlyMap<string, readonly string[]>;

/** The name of the set that a rule names, as the service writes it; null for a rule of addresses. */
export function addressSetOf({ remote_group_id, remote_tag }: Pick<StoredRule, "remote_group_id" | "remote_tag">) {
  if (remote_group_id !== null) return `group:${remote_group_id}`;
  return remote_tag === null ? null : `tag:${remote_tag}`;
}

/**
 * The normal form of the rules of all groups that a VM is in: the enabled rules in order of evaluation, by priority and
 * then by creation. Rules without a priority, such as the platform's, come last.
 */
export function firewallPolicy(rules: readonly StoredRule[]): PolicyRule[] {
  return inEvaluationOrder(rules).map(policyRule);
}

/** The enabled rules of all groups of a VM, in the order in which they are evaluated. */
export function inEvaluationOrder<Rule extends StoredRule>(rules: readonly Rule[]): Rule[] {
  return rules
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => order(a) - order(b) || (a.rule_id < b.rule_id ? -1 : 1));
}

/** The normal form of one rule. */
export function policyRule({
  direction,
  protocol,
  action,
  port_start,
  port_end,
  icmp_type,
  icmp_code,
  ...remote
}: StoredRule): PolicyRule {
  return {
    direction,
    protocol,
    action,
    ports: port_start === null ? null : { first: port_start, last: port_end ?? port_start },
    icmp: icmp_type === null ? null : { type: icmp_type, code: icmp_code },
    remotes: networksOf(remote.remote_targets),
    set: addressSetOf(remote),
  };
}

/** A policy whose rules name the present addresses of their sets. One whose set is unknown matches nothing. */
export function withAddresses<Rule extends Pick<PolicyRule, "remotes" | "set">>(
  policy: readonly Rule[],
  sets: AddressSets,
): Rule[] {
  return policy.map((rule) =>
    rule.set === null ? rule : { ...rule, remotes: networksOf(sets.get(rule.set) ?? []), set: null },
  );
}

/**
 * The first matching rule decides. Packets that match no rule are dropped, in both directions. A rule that names a set
 * matches nothing before `withAddresses`.
 */
export function evaluateFirewall(policy: readonly PolicyRule[], packet: Packet): FirewallAction {
  return decidingRule(policy, packet)?.action ?? "drop";
}

/** The first rule that matches a packet; undefined if none does. */
export function decidingRule<Rule extends PolicyRule>(policy: readonly Rule[], packet: Packet): Rule | undefined {
  return policy.find((rule) => matches(rule, packet));
}

function networksOf(targets: readonly string[]): string[] {
  return targets.map((target) => (target.includes("/") ? target : `${target}/${target.includes(":") ? 128 : 32}`));
}

function order({ priority }: StoredRule): number {
  return priority ?? 65_536;
}

function matches(rule: PolicyRule, packet: Packet): boolean {
  if (rule.direction !== packet.direction) return false;
  if (rule.protocol !== "any" && rule.protocol !== packet.protocol) return false;
  if (rule.ports !== null && (packet.port === null || packet.port < rule.ports.first || packet.port > rule.ports.last))
    return false;
  if (rule.icmp !== null && !(packet.icmp !== null && matchesIcmp(rule.icmp, packet.icmp))) return false;
  if (rule.remotes.includes(ANYWHERE)) return parseIpAddress(packet.remoteAddress) !== undefined;
  return rule.remotes.some((network) => ipRangeHolds(network, packet.remoteAddress));
}

function matchesIcmp(rule: NonNullable<PolicyRule["icmp"]>, { type, code }: NonNullable<Packet["icmp"]>): boolean {
  return rule.type === type && (rule.code === null || rule.code === code);
}
