"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useFirewallGroup } from "./firewall-group-frame.tsx";
import { draftOf } from "./rule-draft.ts";
import { RuleList } from "./rule-list.tsx";

const RuleDialog = dynamic(async () => (await import("./rule-dialogs.tsx")).AddRuleDialog, { ssr: false });
const RuleEditor = dynamic(async () => (await import("./rule-editor.tsx")).RuleEditor, { ssr: false, loading: () => <BlockSkeleton /> });
const Tester = dynamic(async () => (await import("./tester.tsx")).Tester, { ssr: false, loading: () => <BlockSkeleton className="h-24" /> });

export function RulesPage({ firewallGroupId }: { firewallGroupId: string }) {
  const { roleRefusal } = useWorkspace();
  const group = useFirewallGroup(firewallGroupId).data;
  const [mode, setMode] = useState<"look" | "add" | "edit">("look");
  if (group === undefined) return null;
  const refusal = roleRefusal("network.write");
  if (mode === "edit") return <RuleEditor group={group} onClose={() => setMode("look")} />;
  return (
    <div className="space-y-8">
      <Section
        title="Rules"
        lead="The first rule that matches decides; what none matches is dropped. A VM in several groups follows all their rules, by priority."
        actions={
          <>
            <Button onClick={() => setMode("add")} refusal={refusal}>
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
      <Tester rules={draftOf(group.rules)} system={group.rules.filter(({ system_managed }) => system_managed)} />
      {mode === "add" && <RuleDialog group={group} onClose={() => setMode("look")} />}
    </div>
  );
}
