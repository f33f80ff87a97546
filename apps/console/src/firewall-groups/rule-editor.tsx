"use client";

import type { FieldError, FirewallGroup } from "@fulmar/contract";
import { MOST_RULES } from "@fulmar/contract/networking";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { moved } from "@/client/items.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Difference } from "@/components/difference.tsx";
import { Section } from "@/components/facts.tsx";
import { excessRefusal, LimitCount } from "@/components/limit.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { ReachabilityPanel } from "@/reachability/reachability-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { RuleMeaning } from "./describe-rule.ts";
import { DraftRuleDialog } from "./rule-dialogs.tsx";
import { type DraftRule, draftOf, prioritiesOf } from "./rule-draft.ts";
import { INBOUND, PRESETS, type Preset } from "./rule-presets.ts";
import { RuleRow } from "./rule-row.tsx";
import { ruleWarnings } from "./rule-warnings.ts";
import { useRuleWords } from "./rule-words.ts";

/** Edits all rules of a group as a draft, which is saved as a whole or not at all. */
export function RuleEditor({ group, onClose }: { group: FirewallGroup; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [stored] = useState(() => draftOf(group.rules));
  const [draft, setDraft] = useState<readonly DraftRule[]>(stored);
  const [begun] = useState(group.updated_at);
  const [edited, setEdited] = useState<string | null>(null);
  // Stored rules may share a priority. They get others only once the draft differs.
  const isAsStored = JSON.stringify(draft) === JSON.stringify(stored);
  const priorities = isAsStored ? stored.map(({ priority }) => priority) : prioritiesOf(draft);
  const save = useMutation(
    trpc.firewallRule.replace.mutationOptions({
      onSuccess: async () => {
        onClose();
        await changed("The rules are saved", "The VMs of the group get them within seconds.");
      },
    }),
  );
  const put = (rule: Omit<DraftRule, "key" | "priority">) =>
    setDraft(
      draft.some(({ key }) => key === edited)
        ? draft.map((old) => (old.key === edited ? { ...old, ...rule } : old))
        : [...draft, added(rule)],
    );
  const describeRule = useRuleWords([...draft, ...group.rules]);
  const [before, after] = [
    draftOf(group.rules).map((rule) => lineOf(rule, describeRule)),
    draft.map((rule, index) => lineOf({ ...rule, priority: priorities[index] }, describeRule)),
  ];
  const unchanged = before.join("\n") === after.join("\n");
  const limit = { used: draft.length, most: MOST_RULES, many: "rules" };
  const problem = save.error ? problemOf(save.error) : undefined;
  return (
    <div className="space-y-8">
      <Section
        title="Unsaved rules"
        lead="Nothing applies until you save it; then everything applies at once."
        actions={
          <>
            <LimitCount {...limit} />
            <Button onClick={onClose}>Discard the draft</Button>
            <Button
              look="primary"
              busy={save.isPending}
              refusal={unchanged ? "There are no changes." : excessRefusal(limit)}
              onClick={() =>
                save.mutate({
                  workspace_id: workspaceId,
                  firewall_group_id: group.firewall_group_id,
                  rules: draft.map(toBody(priorities)),
                })
              }
            >
              Save rules
            </Button>
          </>
        }
      >
        <div className="space-y-3">
          {problem && <ProblemNotice problem={problem} />}
          {begun !== group.updated_at && (
            <ProblemNotice
              problem={{
                detail:
                  "Somebody changed this group after you started editing. The difference below is to the current " +
                  "rules; saving replaces them with yours.",
              }}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Presets onAdd={(rule) => setDraft([...draft, added(rule)])} />
            <Button onClick={() => setEdited("")}>
              <Plus className="size-4" aria-hidden />
              Custom rule
            </Button>
          </div>
          <ol
            aria-label="Rules of the draft"
            className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card empty:hidden"
          >
            {draft.map((rule, index) => (
              <RuleRow
                key={rule.key}
                rule={rule}
                words={describeRule(rule)}
                place={priorities[index] ?? "last"}
                warnings={ruleWarnings(rule, draft.slice(0, index), describeRule)}
                problems={problemsOf(problem?.errors, index)}
              >
                <Tool
                  label={`Move “${describeRule(rule)}” up`}
                  refusal={index === 0 ? "It is the first." : null}
                  onClick={() => setDraft(moved(draft, index, -1))}
                >
                  <ArrowUp className="size-4" aria-hidden />
                </Tool>
                <Tool
                  label={`Move “${describeRule(rule)}” down`}
                  refusal={index === draft.length - 1 ? "It is the last." : null}
                  onClick={() => setDraft(moved(draft, index, 1))}
                >
                  <ArrowDown className="size-4" aria-hidden />
                </Tool>
                <Tool label={`Edit “${describeRule(rule)}”`} onClick={() => setEdited(rule.key)}>
                  <Pencil className="size-4" aria-hidden />
                </Tool>
                <Tool
                  label={`Remove “${describeRule(rule)}”`}
                  onClick={() => setDraft(draft.filter(({ key }) => key !== rule.key))}
                >
                  <Trash2 className="size-4" aria-hidden />
                </Tool>
              </RuleRow>
            ))}
          </ol>
          {draft.length === 0 && (
            <p className="text-ink-muted">Without rules, the group allows all outbound and no inbound traffic.</p>
          )}
        </div>
      </Section>
      <Section title="Difference" lead="What saving the draft changes.">
        <Difference label="Difference to the rules in force" before={before} after={after} />
      </Section>
      <ReachabilityPanel
        planned={{ firewall_group_id: group.firewall_group_id, rules: draft.map(toBody(priorities)) }}
      />
      {edited !== null && (
        <DraftRuleDialog rule={draft.find(({ key }) => key === edited)} onDone={put} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}

function Tool({
  label,
  ...button
}: {
  label: string;
  refusal?: string | null;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return <Button look="quiet" aria-label={label} className="px-2" {...button} />;
}

let lastKey = 0;

function added(rule: Omit<DraftRule, "key" | "priority">): DraftRule {
  lastKey += 1;
  return { ...rule, key: `new-${lastKey}`, priority: undefined };
}

const toBody =
  (priorities: readonly (number | undefined)[]) =>
  ({ key: _key, priority: _stored, ...rule }: DraftRule, index: number) => ({
    ...rule,
    ...(priorities[index] !== undefined && { priority: priorities[index] }),
  });

function lineOf({ priority, description, ...rule }: DraftRule, describe: (rule: RuleMeaning) => string): string {
  return (
    `${String(priority ?? "last").padStart(5)}  ` +
    `${describe(rule)}${description === null ? "" : ` (${description})`}`
  );
}

/** The server's errors for the rule at this position. */
function problemsOf(errors: readonly FieldError[] | undefined, index: number): string[] {
  const prefix = `rules.${index}.`;
  return (errors ?? [])
    .filter(({ field }) => field.startsWith(prefix))
    .map(({ field, message }) => `${field.slice(prefix.length)} ${message}.`);
}

/** Common rules that are added with one click. */
export function Presets({ onAdd }: { onAdd: (rule: Preset) => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const vpcs = useQuery(trpc.vpc.list.queryOptions({ workspace_id: workspaceId, limit: 100 })).data?.items ?? [];
  return (
    <section aria-label="Presets" className="flex flex-wrap items-center gap-2">
      <span className="text-ink-muted text-xs">Add</span>
      {PRESETS.map(([name, rule]) => (
        <Button key={name} onClick={() => onAdd(rule)}>
          {name}
        </Button>
      ))}
      {vpcs.length > 0 && (
        <select
          aria-label="Everything from a VPC"
          value=""
          onChange={({ currentTarget }) => {
            const vpc = vpcs.find(({ vpc_id }) => vpc_id === currentTarget.value);
            if (vpc)
              onAdd({
                ...INBOUND,
                protocol: "any",
                port_start: null,
                remote_targets: [vpc.cidr],
                description: `From the VPC ${vpc.name}`,
              });
          }}
          className="h-9 max-w-full appearance-none rounded-md border border-line-strong bg-[image:var(--chevron)]
            bg-[position:right_0.6rem_center] bg-surface bg-no-repeat pr-8 pl-3 text-sm shadow-card"
        >
          <option value="">Allow a VPC…</option>
          {vpcs.map(({ vpc_id, name, cidr }) => (
            <option key={vpc_id} value={vpc_id}>
              {name} ({cidr})
            </option>
          ))}
        </select>
      )}
    </section>
  );
}
