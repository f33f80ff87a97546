"use client";

import { MOST_RULES } from "@fulmar/contract/networking";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { LimitCount, limitRefusal } from "@/components/limit.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useFirewallGroup } from "./firewall-group-frame.tsx";
import { RuleList } from "./rule-list.tsx";

const RuleDialog = onDemand(async () => (await import("./rule-dialogs.tsx")).AddRuleDialog);
const RuleEditor = onDemand(async () => (await import("./rule-editor.tsx")).RuleEditor, <BlockSkeleton />);
const ReachabilityPanel = onDemand(
  async () => (await import("@/reachability/reachability-panel.tsx")).ReachabilityPanel,
  <BlockSkeleton className="h-24" />,
);

export function RulesPage({ firewallGroupId }: { firewallGroupId: string }) {
  const { roleRefusal } = useWorkspace();
  const group = useFirewallGroup(firewallGroupId).data;
  const [mode, setMode] = useState<"look" | "add" | "edit">("look");
  if (group === undefined) return null;
  const refusal = roleRefusal("network.write");
  const used = group.rules.filter((rule) => !rule.system_managed).length;
  const limit = { used, most: MOST_RULES, many: "rules" };
  if (mode === "edit") return <RuleEditor group={group} onClose={() => setMode("look")} />;
  return (
    <div className="space-y-8">
      <Section
        title="Rules"
        lead={
          <>
            The first matching rule applies; unmatched traffic is dropped. A VM in several groups follows all their
            rules, by priority.
          </>
        }
        actions={
          <>
            <LimitCount {...limit} />
            <Button onClick={() => setMode("add")} refusal={refusal ?? limitRefusal(limit)}>
              Add a rule
            </Button>
            <Button look="primary" onClick={() => setMode("edit")} refusal={refusal}>
              Edit rules
            </Button>
          </>
        }
      >
        <RuleList group={group} />
      </Section>
      <ReachabilityPanel />
      <RelatedResources type="firewall_group" id={firewallGroupId} />
      {mode === "add" && <RuleDialog group={group} onClose={() => setMode("look")} />}
    </div>
  );
}
