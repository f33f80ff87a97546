"use client";

import type { AlertRule } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { alertRuleInput } from "./alert-queries.ts";
import { RuleFields } from "./rule-fields.tsx";
import { updateAlertRule, valuesOf } from "./rule-form.ts";

export function AlertRuleActions({ rule }: { rule: AlertRule }) {
  const refusal = useWorkspace().roleRefusal("alert.write");
  const input = useInput(rule);
  const router = useRouter();
  const trpc = useTRPC();
  return (
    <>
      <DialogButton dialog={(state) => <EditDialog rule={rule} {...state} />} refusal={refusal}>
        Edit
      </DialogButton>
      <SwitchRule rule={rule} refusal={refusal} />
      <DeleteAction
        deletion={trpc.alertRule.delete}
        input={input}
        plan={trpc.changePlan.alertRule.delete}
        onDeleted={() => {
          notify.done(`Deleted ${rule.name}`);
          router.push(workspaceHref(input.workspace_id, "alert-rules"));
        }}
        what="alert rule"
        name={rule.name}
        lead="Alerts of it that fire end, and those who were told of them are told. The history stays."
        refusal={refusal}
      />
    </>
  );
}

function useInput({ alert_rule_id }: AlertRule) {
  return alertRuleInput({ workspaceId: useWorkspace().workspaceId, alertRuleId: alert_rule_id });
}

function SwitchRule({ rule, refusal }: { rule: AlertRule; refusal: string | null }) {
  const input = useInput(rule);
  const trpc = useTRPC();
  const changed = useChanged();
  const update = useMutation(
    trpc.alertRule.update.mutationOptions({
      onSuccess: ({ name, enabled }) => changed(`Switched ${name} ${enabled ? "on" : "off"}`),
      onError: (error) => notify.failed(problemOf(error).detail),
    }),
  );
  return (
    <Button
      busy={update.isPending}
      refusal={refusal}
      onClick={() => update.mutate({ ...input, enabled: !rule.enabled })}
    >
      {rule.enabled ? "Switch off" : "Switch on"}
    </Button>
  );
}

function EditDialog({ rule, open, onClose }: { rule: AlertRule } & DialogState) {
  const input = useInput(rule);
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(updateAlertRule, valuesOf(rule));
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${rule.name}`}
      lead="Alerts that fire go on if the new condition holds, too."
      action="Save"
      wide
      form={form}
      change={trpc.alertRule.update}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <RuleFields form={form} metricStays />
    </ChangeDialog>
  );
}
