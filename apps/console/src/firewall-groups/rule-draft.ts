import type { FirewallRule } from "@fulmar/contract";
import type { RuleMeaning } from "./describe-rule.ts";

/** A rule of the draft. Its position in the list is its order. */
export interface DraftRule extends RuleMeaning {
  readonly key: string;
  readonly description: string | null;
  /** The stored priority. Undefined for a new rule. */
  readonly priority: number | undefined;
}

/**
 * Rules in order of evaluation: by priority, then by creation, the platform's last (`firewallPolicy` of the contract).
 */
export function inDecisionOrder(rules: readonly FirewallRule[]): FirewallRule[] {
  return rules.toSorted(
    (one, other) => (one.priority ?? 65_536) - (other.priority ?? 65_536) || (one.rule_id < other.rule_id ? -1 : 1),
  );
}

/** The user's rules of a group as a draft. */
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
        icmp_type,
        icmp_code,
        remote_targets,
        remote_group_id,
        remote_tag,
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
          icmp_type,
          icmp_code,
          remote_targets,
          remote_group_id,
          remote_tag,
          enabled,
        },
      }),
    );
}

const STEP = 100;
const LAST = 65_535;

/**
 * Assigns priorities in this order. Priorities that already fit stay, because rules of a VM's other groups interleave
 * by priority. Others go halfway to the next one that stays.
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
