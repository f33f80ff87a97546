import type { FirewallRule } from "@fulmar/contract";
import type { RuleMeaning } from "./rule-words.ts";

/** A rule while it is being worked on; its place in the list is its order. */
export interface DraftRule extends RuleMeaning {
  readonly key: string;
  readonly description: string | null;
  /** The one it is stored with; undefined for a new rule. */
  readonly priority: number | undefined;
}

/** Rules as they decide: by priority, then by creation, the platform's last (`firewallPolicy` of the contract). */
export function inDecisionOrder(rules: readonly FirewallRule[]): FirewallRule[] {
  return rules.toSorted(
    (one, other) => (one.priority ?? 65_536) - (other.priority ?? 65_536) || (one.rule_id < other.rule_id ? -1 : 1),
  );
}

/** The rules of a group that its users may change, to be worked on. */
export function draftOf(rules: readonly FirewallRule[]): DraftRule[] {
  return inDecisionOrder(rules)
    .filter(({ system_managed }) => !system_managed)
    .map(
      ({
        rule_id,
        priority,
        direction,
        protocol,
        action,
        description,
        port_start,
        port_end,
        remote_targets,
        enabled,
      }) => ({
        ...{
          key: rule_id,
          priority: priority ?? undefined,
          direction,
          protocol,
          action,
          description,
          port_start,
          port_end,
          remote_targets,
          enabled,
        },
      }),
    );
}

const STEP = 100;
const LAST = 65_535;

/**
 * A priority for each rule, so that they decide in this order. What can stay does, because the rules of a VM's other
 * groups come between by priority too; what cannot goes midway to the next one that stays.
 */
export function prioritiesOf(rules: readonly Pick<DraftRule, "priority">[]): number[] {
  let last = 0;
  return rules.map(({ priority }, index) => {
    const next = rules
      .slice(index + 1)
      .find((other) => other.priority !== undefined && other.priority > last + 1)?.priority;
    const between = next === undefined ? last + STEP : Math.floor((last + next) / 2);
    const stays = priority !== undefined && priority > last;
    last = Math.min(stays ? priority : between, LAST);
    return last;
  });
}
