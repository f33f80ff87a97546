"use client";

import { inOrder, type LoadBalancerListener, type LoadBalancerPool, type LoadBalancerRule } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { contractResolver } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { moved } from "@/networking/moved.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { BalancerRuleFields } from "./balancer-rule-fields.tsx";
import {
  type BalancerRuleValues,
  balancerRuleValues,
  NEW_BALANCER_RULE,
  toBalancerRule,
} from "./balancer-rule-values.ts";
import { conditionWords, deedWords } from "./rule-words.ts";

const schema = async () => (await import("@fulmar/contract/load-balancing")).LoadBalancerRule;
const STEP = 10;

/**
 * All rules of a listener in the order in which they are tried, replaced as a whole. Their places become their
 * priorities.
 */
export function RulesDialog({
  open,
  onClose,
  loadBalancerId,
  listener,
  pools,
}: {
  open: boolean;
  onClose: () => void;
  loadBalancerId: string;
  listener: LoadBalancerListener;
  pools: readonly LoadBalancerPool[];
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [rules, setRules] = useState<readonly LoadBalancerRule[]>(() => inOrder(listener.rules));
  const [edited, setEdited] = useState<number | null>(null);
  const save = useMutation(
    trpc.loadBalancerListener.update.mutationOptions({
      onSuccess: async ({ name }) => {
        onClose();
        await changed(`Saved the rules of ${name}`);
      },
    }),
  );
  const poolName = (id: string) => pools.find(({ pool_id }) => pool_id === id)?.name ?? id;
  const put = (rule: Omit<LoadBalancerRule, "priority">) => {
    if (edited === null) return;
    setRules(
      edited < rules.length
        ? rules.map((old, index) => (index === edited ? { ...old, ...rule } : old))
        : [...rules, { ...rule, priority: 1 }],
    );
    setEdited(null);
  };
  const target = { workspace_id: workspaceId, load_balancer_id: loadBalancerId, listener_id: listener.listener_id };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      wide
      title={`Rules of ${listener.name}`}
      lead="Tried from top to bottom; the first that holds decides. What none holds for goes to the default pool."
      action="Save rules"
      busy={save.isPending}
      error={save.error}
      refusal={edited === null ? null : "Finish the rule that you are working on first."}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ ...target, rules: rules.map((rule, index) => ({ ...rule, priority: (index + 1) * STEP })) });
      }}
    >
      {rules.length === 0 && <p className="text-ink-muted">There are no rules: everything goes to the default pool.</p>}
      <ol aria-label="Rules in their order" className="divide-y divide-line rounded-lg border border-line empty:hidden">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids, their place is what they are known by
          <li key={index} className="flex flex-wrap items-center gap-x-3 px-3 py-2">
            <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
              <p className="first-letter:uppercase">{conditionWords(rule)}</p>
              <p className="text-ink-muted text-xs">{deedWords(rule, poolName)}</p>
            </div>
            <div className="ml-auto flex">
              <Tool
                label={`Move rule ${index + 1} up`}
                refusal={index === 0 ? "It is the first." : null}
                onClick={() => setRules(moved(rules, index, -1))}
              >
                <ArrowUp className="size-4" aria-hidden />
              </Tool>
              <Tool
                label={`Move rule ${index + 1} down`}
                refusal={index === rules.length - 1 ? "It is the last." : null}
                onClick={() => setRules(moved(rules, index, 1))}
              >
                <ArrowDown className="size-4" aria-hidden />
              </Tool>
              <Tool label={`Edit rule ${index + 1}`} onClick={() => setEdited(index)}>
                <Pencil className="size-4" aria-hidden />
              </Tool>
              <Tool
                label={`Remove rule ${index + 1}`}
                onClick={() => setRules(rules.filter((_, other) => other !== index))}
              >
                <Trash2 className="size-4" aria-hidden />
              </Tool>
            </div>
          </li>
        ))}
      </ol>
      {edited === null ? (
        <Button onClick={() => setEdited(rules.length)}>Add a rule</Button>
      ) : (
        <OneRule key={edited} rule={rules[edited]} pools={pools} onDone={put} onCancel={() => setEdited(null)} />
      )}
    </FormDialog>
  );
}

function Tool({
  label,
  ...button
}: {
  label: string;
  refusal?: string | null;
  onClick: () => void;
  children: ReactNode;
}) {
  return <Button look="quiet" aria-label={label} className="px-2" {...button} />;
}

/** Works on one rule; it goes into the list, and nothing is sent. */
function OneRule({
  rule,
  pools,
  onDone,
  onCancel,
}: {
  rule: LoadBalancerRule | undefined;
  pools: readonly LoadBalancerPool[];
  onDone: (rule: Omit<LoadBalancerRule, "priority">) => void;
  onCancel: () => void;
}) {
  const form = useForm<BalancerRuleValues>({
    resolver: contractResolver(schema, toBalancerRule),
    defaultValues: rule === undefined ? NEW_BALANCER_RULE : balancerRuleValues(rule),
  });
  return (
    <div className="space-y-3">
      <BalancerRuleFields form={form} pools={pools} />
      <div className="flex gap-2">
        <Button onClick={() => void form.handleSubmit((values) => onDone(toBalancerRule(values)))()}>
          {rule === undefined ? "Put in the list" : "Change it"}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Leave it
        </Button>
      </div>
    </div>
  );
}
