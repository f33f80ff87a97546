import { portProblem } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { changedRule, toFirewallRule } from "./firewall-rule-repository.ts";
import { holdFirewallRule } from "./held-firewall-rule.ts";

/** Changes what is sent; the ports must fit the rule as it is then. */
export const updateFirewallRule: Handler<"firewallRule.update"> = async (
  context,
  { firewall_group_id, rule_id, ...change },
) => {
  const { rules, rule } = await holdFirewallRule(context, firewall_group_id, rule_id);
  const problem = portProblem(changedRule(rule, change));
  if (problem !== undefined) throw invalidField(problem.field, problem.message);
  if (Object.values(change).every((value) => value === undefined)) return toFirewallRule(rule);
  const row = await rules.update(rule, change);
  if (row === undefined) throw notFound("firewall rule");
  return toFirewallRule(row);
};
