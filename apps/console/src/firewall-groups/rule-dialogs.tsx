"use client";

import type { FirewallGroup, FirewallRule } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { DraftRule } from "./rule-draft.ts";
import { RuleFields } from "./rule-fields.tsx";
import { NEW_RULE, RULE_FIELDS, type RuleValues, toRule, valuesOf } from "./rule-values.ts";
import { ruleWords } from "./rule-words.ts";

const schema = async () => (await import("@fulmar/contract/networking")).CreateFirewallRule;

function useRuleForm(values: RuleValues) {
  return useForm<RuleValues>({ resolver: contractResolver(schema, toRule), defaultValues: values });
}

/** Adds one rule to the group at once. */
export function AddRuleDialog({ group, onClose }: { group: FirewallGroup; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useRuleForm(NEW_RULE);
  const add = useMutation(
    trpc.firewallRule.create.mutationOptions({
      onSuccess: async (rule) => {
        onClose();
        await changed("The rule is added", ruleWords(rule));
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, RULE_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    add.mutate({ workspace_id: workspaceId, firewall_group_id: group.firewall_group_id, ...toRule(values) }),
  );
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title="Add a rule"
      lead={`It holds for the VMs of ${group.name} at once.`}
      action="Add rule"
      busy={add.isPending}
      error={add.error}
      onSubmit={(event) => void submit(event)}
    >
      <RuleFields form={form} withPriority />
    </FormDialog>
  );
}

/** Changes one rule of the group at once. */
export function EditRuleDialog({
  group,
  rule,
  onClose,
}: {
  group: FirewallGroup;
  rule: FirewallRule;
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useRuleForm(valuesOf(rule));
  const update = useMutation(
    trpc.firewallRule.update.mutationOptions({
      onSuccess: async (next) => {
        onClose();
        await changed("The rule is changed", ruleWords(next));
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, RULE_FIELDS, form.setError),
    }),
  );
  const target = { workspace_id: workspaceId, firewall_group_id: group.firewall_group_id, rule_id: rule.rule_id };
  const submit = form.handleSubmit((values) => update.mutate({ ...target, ...toRule(values) }));
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title="Edit the rule"
      lead={`The change holds for the VMs of ${group.name} at once.`}
      action="Save rule"
      busy={update.isPending}
      error={update.error}
      onSubmit={(event) => void submit(event)}
    >
      <RuleFields form={form} withPriority />
    </FormDialog>
  );
}

/** Works on a rule of the draft: nothing is sent. @param rule undefined for a new one */
export function DraftRuleDialog({
  rule,
  onDone,
  onClose,
}: {
  rule: DraftRule | undefined;
  onDone: (rule: Omit<DraftRule, "key" | "priority">) => void;
  onClose: () => void;
}) {
  const form = useRuleForm(rule === undefined ? NEW_RULE : { ...valuesOf(rule), priority: "" });
  const submit = form.handleSubmit((values) => {
    onDone(toRule(values));
    onClose();
  });
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={rule === undefined ? "Add a rule" : "Edit the rule"}
      lead="It becomes part of the draft; nothing is in force until you save the draft."
      action={rule === undefined ? "Add to the draft" : "Change the draft"}
      busy={false}
      error={null}
      onSubmit={(event) => void submit(event)}
    >
      <RuleFields form={form} withPriority={false} />
    </FormDialog>
  );
}
