"use client";

import type { FirewallGroup, FirewallRule } from "@fulmar/contract";
import { type FormInUse, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { DraftRule } from "./rule-draft.ts";
import { firewallRule, valuesOf } from "./rule-form.ts";
import { ruleWarnings } from "./rule-warnings.ts";
import { useGroups, useRuleWords } from "./rule-words.ts";

/** A new rule begins with one port: without one, it would open them all. */
const NEW_RULE = { port_start: "443" };

/** Adds one rule to the group, effective at once. */
export function AddRuleDialog({ group, onClose }: { group: FirewallGroup; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(firewallRule, NEW_RULE);
  const describeRule = useRuleWords([firewallRule.body(form.watch())]);
  return (
    <ChangeDialog
      open
      wide
      onClose={onClose}
      title="Add a rule"
      lead={`It applies to the VMs of ${group.name} at once.`}
      action="Add rule"
      form={form}
      change={trpc.firewallRule.create}
      inputOf={(body) => ({ workspace_id: workspaceId, firewall_group_id: group.firewall_group_id, ...body })}
      onDone={() => changed("The rule is added", describeRule(firewallRule.body(form.watch())))}
    >
      <RuleFields form={form} withPriority />
    </ChangeDialog>
  );
}

/** Changes one rule of the group, effective at once. */
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
  const form = useForm(firewallRule, valuesOf(rule));
  const describeRule = useRuleWords([firewallRule.body(form.watch())]);
  const target = { workspace_id: workspaceId, firewall_group_id: group.firewall_group_id, rule_id: rule.rule_id };
  return (
    <ChangeDialog
      open
      wide
      onClose={onClose}
      title="Edit the rule"
      lead={`The change applies to the VMs of ${group.name} at once.`}
      action="Save rule"
      form={form}
      change={trpc.firewallRule.update}
      inputOf={(body) => ({ ...target, ...body })}
      onDone={() => changed("The rule is changed", describeRule(firewallRule.body(form.watch())))}
    >
      <RuleFields form={form} withPriority />
    </ChangeDialog>
  );
}

/**
 * Edits a rule of the draft without sending anything.
 * @param rule undefined for a new one
 */
export function DraftRuleDialog({
  rule,
  onDone,
  onClose,
}: {
  rule: DraftRule | undefined;
  onDone: (rule: Omit<DraftRule, "key" | "priority">) => void;
  onClose: () => void;
}) {
  const form = useForm(firewallRule, rule === undefined ? NEW_RULE : { ...valuesOf(rule), priority: "" });
  const submit = form.handleSubmit((body) => {
    onDone(body);
    onClose();
  });
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={rule === undefined ? "Add a rule" : "Edit the rule"}
      lead="It becomes part of the draft. Nothing applies until you save the draft."
      action={rule === undefined ? "Add to the draft" : "Change the draft"}
      busy={false}
      error={null}
      onSubmit={(event) => void submit(event)}
    >
      <RuleFields form={form} withPriority={false} />
    </FormDialog>
  );
}

/** The fields of one rule, and the rule in words. */
export function RuleFields({ form, withPriority }: { form: FormInUse<typeof firewallRule>; withPriority: boolean }) {
  const values = form.watch();
  const ported = values.protocol === "tcp" || values.protocol === "udp";
  const rule = firewallRule.body(values);
  const describeRule = useRuleWords([rule]);
  const [end, kind] = values.direction === "egress" ? ["To", "Destination"] : ["From", "Source"];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField label="Action" {...form.register("action")}>
          <option value="allow">Allow</option>
          <option value="drop">Drop</option>
        </SelectField>
        <SelectField label="Direction" {...form.register("direction")}>
          <option value="ingress">In, to the VM</option>
          <option value="egress">Out, from the VM</option>
        </SelectField>
        <SelectField label="Protocol" {...form.register("protocol")}>
          <option value="tcp">TCP</option>
          <option value="udp">UDP</option>
          <option value="icmp">ICMP</option>
          <option value="any">Any</option>
        </SelectField>
      </div>
      {ported && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Port" inputMode="numeric" hint="Leave empty for all ports" {...form.field("port_start")} />
          <TextField label="Last port" inputMode="numeric" hint="For a range of ports" {...form.field("port_end")} />
        </div>
      )}
      {values.protocol === "icmp" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Type" inputMode="numeric" hint="8 is a ping. Empty is all." {...form.field("icmp_type")} />
          <TextField label="Code" inputMode="numeric" hint="Leave empty for all" {...form.field("icmp_code")} />
        </div>
      )}
      <SelectField label={kind} {...form.register("remote")}>
        <option value="addresses">Addresses</option>
        <option value="group">A firewall group</option>
        <option value="tag">A tag</option>
      </SelectField>
      {values.remote === "addresses" && (
        <TextArea
          label={end}
          rows={2}
          hint="Addresses or networks, one per line. 0.0.0.0/0 is anywhere, by IPv6 too."
          {...form.field("remote_targets")}
        />
      )}
      {values.remote === "group" && <GroupField form={form} />}
      {values.remote === "tag" && (
        <TextField
          label="Tag"
          autoComplete="off"
          hint="Its VMs at the time: those that get or lose the tag follow by themselves."
          {...form.field("remote_tag")}
        />
      )}
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
      {withPriority && (
        <TextField
          label="Priority"
          inputMode="numeric"
          hint="Lower numbers come first. Leave empty to put it last."
          {...form.field("priority")}
        />
      )}
      <CheckOption label="On" hint="A rule that is off stays here without effect." {...form.register("enabled")} />
      <div className="rounded-md bg-canvas px-3.5 py-3" aria-live="polite">
        <p className="font-medium">{describeRule(rule)}</p>
        {ruleWarnings(rule, [], describeRule).map((warning) => (
          <p key={warning} className="mt-1 text-warn text-xs">
            {warning}
          </p>
        ))}
      </div>
    </>
  );
}

function GroupField({ form }: { form: FormInUse<typeof firewallRule> }) {
  const groups = useGroups();
  return (
    <SelectField
      label="Firewall group"
      hint="Its VMs at the time: those that join or leave the group follow by themselves."
      {...form.field("remote_group_id")}
    >
      <option value="">Choose a group…</option>
      {groups.map(({ firewall_group_id, name }) => (
        <option key={firewall_group_id} value={firewall_group_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
