import type { Handler } from "../request/context.ts";
import { holdFirewallRule } from "./held-firewall-rule.ts";

export const deleteFirewallRule: Handler<"firewallRule.delete"> = async (context, { firewall_group_id, rule_id }) => {
  const { rules } = await holdFirewallRule(context, firewall_group_id, rule_id);
  await rules.delete(rule_id);
  return { status: "deleted", id: rule_id };
};
