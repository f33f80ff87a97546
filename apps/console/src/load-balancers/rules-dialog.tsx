"use client";

import { inOrder, type LoadBalancerListener, type LoadBalancerPool, type LoadBalancerRule } from "@fulmar/contract";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type FormInUse, useForm } from "@/client/form.ts";
import { moved } from "@/client/items.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { balancerRule, valuesOf } from "./balancer-rule-form.ts";
import { describeAction, describeCondition } from "./describe-rule.ts";

const STEP = 10;

/**
 * Edits all rules of a listener in order of evaluation and replaces them as a whole. Their positions become their
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
    <ChoiceDialog
      open={open}
      onClose={onClose}
      wide
      title={`Rules of ${listener.name}`}
      lead="Evaluated from top to bottom; the first match applies. Unmatched requests go to the default pool."
      action="Save rules"
      refusal={edited === null ? null : "Add or discard the rule you are editing first."}
      change={trpc.loadBalancerListener.update}
      input={{ ...target, rules: rules.map((rule, index) => ({ ...rule, priority: (index + 1) * STEP })) }}
      onDone={({ name }) => changed(`Saved the rules of ${name}`)}
    >
      {rules.length === 0 && <p className="text-ink-muted">There are no rules: everything goes to the default pool.</p>}
      <ol aria-label="Rules in their order" className="divide-y divide-line rounded-lg border border-line empty:hidden">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids, only positions
          <li key={index} className="flex flex-wrap items-center gap-x-3 px-3 py-2">
            <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
              <p className="first-letter:uppercase">{describeCondition(rule)}</p>
              <p className="text-ink-muted text-xs">{describeAction(rule, poolName)}</p>
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
    </ChoiceDialog>
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

/** Edits one rule of the list without sending anything. */
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
  const form = useForm(balancerRule, rule === undefined ? {} : valuesOf(rule));
  return (
    <div className="space-y-3">
      <BalancerRuleFields form={form} pools={pools} />
      <div className="flex gap-2">
        <Button onClick={() => void form.handleSubmit(onDone)()}>
          {rule === undefined ? "Add rule" : "Update rule"}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** The fields of one rule: its conditions and its action. */
export function BalancerRuleFields({
  form,
  pools,
}: {
  form: FormInUse<typeof balancerRule>;
  pools: readonly LoadBalancerPool[];
}) {
  const values = form.watch();
  const rule = balancerRule.body(values);
  const poolName = (id: string) => pools.find(({ pool_id }) => pool_id === id)?.name ?? "…";
  return (
    <fieldset className="space-y-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium">Rule</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Host"
          placeholder="*.example.com"
          hint="Leave empty to match any"
          autoComplete="off"
          {...form.field("host")}
        />
        <div className="grid grid-cols-[8rem_1fr] gap-2">
          <SelectField label="Match" {...form.register("path_match")}>
            <option value="prefix">Prefix</option>
            <option value="exact">Exact</option>
          </SelectField>
          <TextField
            label="Path"
            placeholder="/api"
            hint="Leave empty to match any"
            autoComplete="off"
            {...form.field("path")}
          />
        </div>
        <TextField
          label="Header"
          placeholder="X-Beta"
          hint="Leave empty to match any"
          autoComplete="off"
          {...form.field("header")}
        />
        <TextField label="Header's value" autoComplete="off" {...form.register("header_value")} />
        <SelectField label="Then" {...form.register("kind")}>
          <option value="pool">to a pool</option>
          <option value="https">redirect to HTTPS</option>
          <option value="url">redirect to a URL</option>
        </SelectField>
        {values.kind === "pool" ? (
          <SelectField label="Pool" {...form.field("pool_id")}>
            <option value="">Choose a pool</option>
            {pools.map(({ pool_id, name }) => (
              <option key={pool_id} value={pool_id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <SelectField label="Status" {...form.register("status")}>
            <option value="301">301, permanent</option>
            <option value="302">302, temporary</option>
            <option value="307">307, temporary, same method</option>
            <option value="308">308, permanent, same method</option>
          </SelectField>
        )}
        {values.kind === "url" && (
          <TextField
            label="URL"
            placeholder="https://www.example.com/new"
            autoComplete="off"
            {...form.field("redirect")}
          />
        )}
      </div>
      <p aria-live="polite" className="text-ink-muted">
        <span className="inline-block first-letter:uppercase">{describeCondition(rule)}</span> →{" "}
        {describeAction(rule, poolName)}
      </p>
    </fieldset>
  );
}
