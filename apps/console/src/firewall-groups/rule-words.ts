import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeRule, type RuleMeaning } from "./describe-rule.ts";

/** The firewall groups that rules can name. */
export function useGroups(enabled = true) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const list = trpc.firewallGroup.list.queryOptions({ workspace_id: workspaceId, limit: 200 });
  return useQuery({ ...list, enabled }).data?.items ?? [];
}

/** Describes rules, with the names of the groups that they name. Groups are asked for when one of these names one. */
export function useRuleWords(rules: readonly RuleMeaning[]): (rule: RuleMeaning) => string {
  const groups = useGroups(rules.some(({ remote_group_id }) => remote_group_id != null));
  const nameOf = (id: string) => groups.find(({ firewall_group_id }) => firewall_group_id === id)?.name ?? id;
  return (rule) => describeRule(rule, nameOf);
}
