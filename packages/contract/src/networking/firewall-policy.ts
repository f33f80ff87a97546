import type { FirewallAction, FirewallDirection, FirewallProtocol, FirewallRule } from "./firewall-group.ts";
import { type Ipv4Network, networkContains, parseCidr, parseIpv4 } from "./ipv4.ts";

/** A rule in normal form, as a provider applies it. Port ranges include both ends. Null means every port. */
export interface PolicyRule {
  readonly direction: FirewallDirection;
  readonly protocol: FirewallProtocol;
  readonly action: FirewallAction;
  readonly ports: { readonly first: number; readonly last: number } | null;
  /** Networks such as 192.0.2.0/24. A single address is a /32. */
  readonly remotes: readonly string[];
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
  | "priority"
  | "remote_targets"
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
}

/**
 * The normal form of the rules of all groups that a VM is in: the enabled rules in order of evaluation, by priority and
 * then by creation. Rules without a priority, such as the platform's, come last.
 */
export function firewallPolicy(rules: readonly StoredRule[]): PolicyRule[] {
  return rules
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => order(a) - order(b) || (a.rule_id < b.rule_id ? -1 : 1))
    .map(({ direction, protocol, action, port_start, port_end, remote_targets }) => ({
      direction,
      protocol,
      action,
      ports: port_start === null ? null : { first: port_start, last: port_end ?? port_start },
      remotes: remote_targets.map((target) => (target.includes("/") ? target : `${target}/32`)),
    }));
}

/** The first matching rule decides. Packets that match no rule are dropped, in both directions. */
export function evaluateFirewall(policy: readonly PolicyRule[], packet: Packet): FirewallAction {
  return policy.find((rule) => matches(rule, packet))?.action ?? "drop";
}

function order({ priority }: StoredRule): number {
  return priority ?? 65_536;
}

function matches(rule: PolicyRule, packet: Packet): boolean {
  if (rule.direction !== packet.direction) return false;
  if (rule.protocol !== "any" && rule.protocol !== packet.protocol) return false;
  if (rule.ports !== null && (packet.port === null || packet.port < rule.ports.first || packet.port > rule.ports.last))
    return false;
  const remote = hostOf(packet.remoteAddress);
  return rule.remotes.some((text) => {
    const network = parseCidr(text);
    return network !== undefined && remote !== undefined && networkContains(network, remote);
  });
}

function hostOf(address: string): Ipv4Network | undefined {
  const first = parseIpv4(address);
  return first === undefined ? undefined : { first, prefixLength: 32 };
}
