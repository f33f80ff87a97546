"use client";

import type { LifecycleRule } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Hourglass, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useBucket } from "./bucket-frame.tsx";
import { describeLifecycle } from "./describe-lifecycle.ts";
import { tagLinesRefusal } from "./tag-lines.ts";
import { usePutLifecycle } from "./use-put-lifecycle.ts";

const LifecycleRuleDialog = onDemand(async () => (await import("./lifecycle-rule-dialog.tsx")).LifecycleRuleDialog);

/** The lifecycle rules of a bucket in words. */
export function LifecyclePage() {
  const { name } = useBucket();
  const { workspaceId } = useWorkspace();
  const query = useQuery(useTRPC().bucketLifecycle.get.queryOptions({ workspace_id: workspaceId, bucket_name: name }));
  return (
    <Loaded query={query} skeleton={<BlockSkeleton />}>
      {({ rules }) => <Rules bucketName={name} rules={rules} />}
    </Loaded>
  );
}

/** Rules delete objects, so who changes them must be allowed to. */
function useRefusal(): string | null {
  const { roleRefusal } = useWorkspace();
  return roleRefusal("object-storage.write") ?? roleRefusal("object-storage.delete");
}

function Rules({ bucketName, rules }: { bucketName: string; rules: readonly LifecycleRule[] }) {
  const refusal = useRefusal();
  const add = (
    <DialogButton
      look={rules.length === 0 ? "primary" : "secondary"}
      refusal={refusal}
      dialog={(state) => <LifecycleRuleDialog {...state} bucketName={bucketName} rules={rules} />}
    >
      <Plus className="size-4" aria-hidden />
      Add rule
    </DialogButton>
  );
  if (rules.length === 0)
    return (
      <Panel icon={<Hourglass className="size-5" aria-hidden />} title="No lifecycle rules">
        <p>Rules delete old objects, earlier versions and unfinished uploads by themselves.</p>
        <div className="mt-5">{add}</div>
      </Panel>
    );
  return (
    <Section
      title="Lifecycle rules"
      lead="Applied after each midnight (UTC), and soon after a change. Retained objects stay."
      actions={add}
    >
      <ul
        aria-label="Lifecycle rules"
        className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card"
      >
        {rules.map((rule) => (
          <Rule key={rule.id} bucketName={bucketName} rules={rules} rule={rule} refusal={refusal} />
        ))}
      </ul>
    </Section>
  );
}

function Rule({
  bucketName,
  rules,
  rule,
  refusal,
}: {
  bucketName: string;
  rules: readonly LifecycleRule[];
  rule: LifecycleRule;
  refusal: string | null;
}) {
  const [asked, setAsked] = useState(false);
  const remove = usePutLifecycle(bucketName, "The rule is removed", () => setAsked(false));
  const { id, enabled } = rule;
  const others = rules.filter((each) => each.id !== id);
  const turn = usePutLifecycle(bucketName, `The rule is ${enabled ? "off" : "on"} now`, () => undefined);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-56 flex-1">
        {describeLifecycle(rule).map((sentence) => (
          <p key={sentence} className={`font-medium [overflow-wrap:anywhere] ${enabled ? "" : "text-ink-muted"}`}>
            {sentence}
          </p>
        ))}
        <p className="text-ink-muted text-xs [overflow-wrap:anywhere]">{id}</p>
      </div>
      <StatusBadge tone={enabled ? "good" : "quiet"}>{enabled ? "on" : "off"}</StatusBadge>
      <div className="flex gap-1.5">
        <Button
          look="quiet"
          refusal={refusal}
          busy={turn.isPending}
          aria-label={`Turn ${enabled ? "off" : "on"} ${id}`}
          onClick={() => turn.mutate(rules.map((each) => (each.id === id ? { ...each, enabled: !enabled } : each)))}
        >
          {enabled ? "Turn off" : "Turn on"}
        </Button>
        <DialogButton
          look="quiet"
          className="px-2"
          aria-label={`Edit ${id}`}
          refusal={refusal ?? tagLinesRefusal(rule.filter.tags)}
          dialog={(state) => <LifecycleRuleDialog {...state} bucketName={bucketName} rules={rules} rule={rule} />}
        >
          <Pencil className="size-4" aria-hidden />
        </DialogButton>
        <Button
          look="quiet"
          className="px-2"
          aria-label={`Remove ${id}`}
          refusal={refusal}
          onClick={() => {
            remove.reset();
            setAsked(true);
          }}
        >
          <Trash2 className="size-4" aria-hidden />
        </Button>
      </div>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={`Remove the rule ${id}?`}
        lead="What it would have deleted stays."
        action="Remove rule"
        plan={remove.planFor(others)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(others)}
      />
    </li>
  );
}
