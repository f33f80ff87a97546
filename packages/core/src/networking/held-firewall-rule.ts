import type { RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { FirewallGroupRepository } from "./firewall-group-repository.ts";
import { FirewallRuleRepository } from "./firewall-rule-repository.ts";

/**
 * A rule that is about to change, and the repository to change it with; its group is held. @throws DomainError 404; 409
 * for the platform's own
 */
export async function holdFirewallRule({ sql, workspace }: RequestContext, firewallGroupId: string, ruleId: string) {
  if (!(await new FirewallGroupRepository(sql, workspace.id).beginRuleChange(firewallGroupId)))
    throw notFound("firewall group");
  const rules = new FirewallRuleRepository(sql, workspace.id, firewallGroupId);
  const rule = await rules.get(ruleId);
  if (rule === undefined) throw notFound("firewall rule");
  if (rule.system_managed)
    throw conflict(
      "rule_system_managed",
      "The platform manages this rule; add a rule of your own, which comes before it.",
    );
  return { rules, rule };
}
