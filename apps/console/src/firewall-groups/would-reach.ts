import { evaluateFirewall, type FirewallRule, firewallPolicy, type Packet, type StoredRule } from "@fulmar/contract";
import type { DraftRule } from "./rule-draft.ts";

/** The fate of a packet and the rule that decides it. Without a rule, the packet is dropped. */
export interface Verdict {
  readonly allowed: boolean;
  readonly rule: DraftRule | FirewallRule | undefined;
}

/**
 * Evaluates one group's rules, including the platform's, as the network does (`evaluateFirewall` of the contract). Rules
 * that name groups or tags match no address here.
 */
export function wouldReach(rules: readonly DraftRule[], system: readonly FirewallRule[], packet: Packet): Verdict {
  const own = rules.map((rule, index) => ({ rule, stored: stored(rule, index) }));
  const all = [...own, ...system.map((rule) => ({ rule, stored: rule }))];
  const allowed = evaluateFirewall(firewallPolicy(all.map((each) => each.stored)), packet) === "allow";
  // The policy has no ids. The deciding rule is the first one that matches on its own, whatever its action.
  const matching = all.filter(
    (each) => evaluateFirewall(firewallPolicy([{ ...each.stored, action: "allow" }]), packet) === "allow",
  );
  const [first] = matching.toSorted(
    (one, other) =>
      (one.stored.priority ?? 65_536) - (other.stored.priority ?? 65_536) ||
      (one.stored.rule_id < other.stored.rule_id ? -1 : 1),
  );
  return { allowed, rule: first?.rule };
}

/** New rules have no id yet, so their position stands in for it, as it will after saving. */
function stored({ key: _key, priority, port_start, port_end, ...rule }: DraftRule, index: number): StoredRule {
  return {
    ...rule,
    rule_id: String(index).padStart(4, "0"),
    port_start: port_start ?? null,
    port_end: port_end ?? null,
    icmp_type: rule.icmp_type ?? null,
    icmp_code: rule.icmp_code ?? null,
    remote_group_id: rule.remote_group_id ?? null,
    remote_tag: rule.remote_tag ?? null,
    priority: priority ?? null,
  };
}
