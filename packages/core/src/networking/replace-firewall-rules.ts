import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { FirewallGroupRepository, toFirewallGroup } from "./firewall-group-repository.ts";
import { FirewallRuleRepository } from "./firewall-rule-repository.ts";

/** Puts the rules that are sent in the place of the user's rules, in one statement: no VM ever has a part of them. */
export const replaceFirewallRules: Handler<"firewallRule.replace"> = async (
  { sql, workspace },
  { firewall_group_id, rules },
) => {
  const groups = new FirewallGroupRepository(sql, workspace.id);
  if (!(await groups.beginRuleChange(firewall_group_id))) throw notFound("firewall group");
  await new FirewallRuleRepository(sql, workspace.id, firewall_group_id).replace(rules);
  const row = await groups.get(firewall_group_id);
  if (row === undefined) throw notFound("firewall group");
  return toFirewallGroup(row, workspace);
};
