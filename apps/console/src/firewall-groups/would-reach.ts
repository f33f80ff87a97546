import { evaluateFirewall, type FirewallRule, firewallPolicy, type Packet, type StoredRule } from "@fulmar/contract";
import type { DraftRule } from "./rule-draft.ts";

/** What becomes of a packet, and the rule that says so: undefined where none does, and it is dropped for that. */
export interface Verdict {
  readonly allowed: boolean;
  readonly rule: DraftRule | FirewallRule | undefined;
}

/** Asks the rules of one group, the platform's included, as the network does (`evaluateFirewall` of the contract). */
export function wouldReach(rules: readonly DraftRule[], system: readonly FirewallRule[], packet: Packet): Verdict {
  const own = rules.map((rule, index) => ({ rule, stored: stored(rule, index) }));
  const all = [...own, ...system.map((rule) => ({ rule, stored: rule }))];
  const allowed = evaluateFirewall(firewallPolicy(all.map((each) => each.stored)), packet) === "allow";
  // The policy keeps no ids: the rule that decides is the first of those that match alone, whatever they then do.
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

/** New rules have no id yet: their place decides, as it will once they are saved. */
function stored({ key: _key, priority, port_start, port_end, ...rule }: DraftRule, index: number): StoredRule {
  return {
    ...rule,
    rule_id: String(index).padStart(4, "0"),
    port_start: port_start ?? null,
    port_end: port_end ?? null,
    priority: priority ?? null,
  };
}
