import { MOST_RULES } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { FirewallGroupRepository } from "./firewall-group-repository.ts";
import { FirewallRuleRepository, toFirewallRule } from "./firewall-rule-repository.ts";

export const createFirewallRule: Handler<"firewallRule.create"> = async (
  { sql, workspace },
  { firewall_group_id, ...rule },
) => {
  if (!(await new FirewallGroupRepository(sql, workspace.id).beginRuleChange(firewall_group_id)))
    throw notFound("firewall group");
  const row = await new FirewallRuleRepository(sql, workspace.id, firewall_group_id).insert(rule);
  if (row === undefined)
    throw conflict("too_many_rules", `The firewall group has ${MOST_RULES} rules already; remove one first.`);
  return toFirewallRule(row);
};
