"use client";

import type { FirewallGroup, FirewallRule } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { inDecisionOrder } from "./rule-draft.ts";
import { RuleRow } from "./rule-row.tsx";
import { ruleWarnings } from "./rule-warnings.ts";
import { useRuleWords } from "./rule-words.ts";

const EditRuleDialog = onDemand(async () => (await import("./rule-dialogs.tsx")).EditRuleDialog);
const SYSTEM = "The platform keeps this rule; it cannot be changed.";

/** The current rules in order of evaluation. Changes of a single rule take effect at once. */
export function RuleList({ group }: { group: FirewallGroup }) {
  const rules = inDecisionOrder(group.rules);
  const describeRule = useRuleWords(rules);
  return (
    <ol aria-label="Rules" className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
      {rules.map((rule, index) => (
        <RuleRow
          key={rule.rule_id}
          rule={rule}
          words={describeRule(rule)}
          place={rule.priority ?? "last"}
          note={rule.system_managed ? SYSTEM : undefined}
          warnings={rule.system_managed ? [] : ruleWarnings(rule, rules.slice(0, index), describeRule)}
        >
          {!rule.system_managed && (
            <RuleActions group={group} rule={rule} words={describeRule({ ...rule, enabled: true })} />
          )}
        </RuleRow>
      ))}
    </ol>
  );
}

function RuleActions({ group, rule, words }: { group: FirewallGroup; rule: FirewallRule; words: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [editing, setEditing] = useState(false);
  const refusal = roleRefusal("network.write");
  const target = { workspace_id: workspaceId, firewall_group_id: group.firewall_group_id, rule_id: rule.rule_id };
  const turn = useMutation(
    trpc.firewallRule.update.mutationOptions({
      onSuccess: ({ enabled }) => changed(enabled ? "The rule is on" : "The rule is off", words),
      onError: (error) => notify.failed("The rule was not changed", problemOf(error).detail),
    }),
  );
  return (
    <>
      <DeleteAction
        deletion={trpc.firewallRule.delete}
        input={target}
        plan={trpc.changePlan.firewallRule.delete}
        onDeleted={() => changed("The rule is removed", words)}
        verb="Remove"
        what="rule"
        name="this rule"
        lead={`“${words}” stops applying to the VMs of the group at once.`}
        refusal={refusal}
        row={`“${words}”`}
        others={[
          { label: "Edit", refusal, onSelect: () => setEditing(true) },
          {
            label: rule.enabled ? "Turn off" : "Turn on",
            refusal,
            onSelect: () => turn.mutate({ ...target, enabled: !rule.enabled }),
          },
        ]}
      />
      {editing && <EditRuleDialog group={group} rule={rule} onClose={() => setEditing(false)} />}
    </>
  );
}
