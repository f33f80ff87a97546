"use client";

import type { OperatorStranger } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, optionalText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

const adoption = defineForm(async () => (await import("@fulmar/contract/operator")).StrangerAdoption, {
  workspace_id: text(),
  vm_name: optionalText,
  plan_id: optionalText,
  force: chosen(false),
  reason: text(),
});

const WORKSPACE = /^[1-9][0-9]*$/;

/** Makes a machine that is not Fulmar's a VM of a workspace. */
export function AdoptMachine({ stranger, ...state }: { readonly stranger: OperatorStranger } & DialogState) {
  const { site_id, name: machine } = stranger;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(adoption);
  const { data: plans = [], error: noPlans } = useQuery(trpc.operatorPlan.list.queryOptions());
  const { reason, force, ...as } = adoption.body(useWatch({ control: form.control, compute: (all) => all }));
  const isNamed = WORKSPACE.test(as.workspace_id);
  const preview = useQuery({
    ...trpc.operatorStranger.previewAdoption.queryOptions({
      ...{ site_id, machine, owner_workspace_id: as.workspace_id, vm_name: as.vm_name, plan_id: as.plan_id },
    }),
    enabled: isNamed,
    retry: false,
  });
  const found = preview.data;
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Adopt ${machine}?`}
      lead="It runs on as a VM of the workspace, and is charged from then on. Whoever deletes the VM deletes the machine."
      action="Adopt"
      error={noPlans ?? preview.error}
      change={trpc.operatorStranger.adopt}
      inputOf={(sent) => ({ site_id, machine, ...sent })}
      onDone={() => changed(`Decided to adopt ${machine}`, "A worker carries it out within seconds.")}
      plan={
        isNamed && reason !== ""
          ? planOf(trpc.changePlan.operatorStranger.adopt, { site_id, machine, ...as, force, reason })
          : null
      }
    >
      <TextField label="Workspace id" autoComplete="off" inputMode="numeric" {...form.field("workspace_id")} />
      <TextField
        label="Name of the VM"
        autoComplete="off"
        hint="Without one, that of the machine."
        {...form.field("vm_name")}
      />
      <SelectField label="Charged as" {...form.field("plan_id")}>
        <option value="">the cheapest plan that covers it</option>
        {plans.map((plan) => (
          <option key={plan.plan_id} value={plan.plan_id}>
            {plan.name}
          </option>
        ))}
      </SelectField>
      {found && (
        <ul aria-label="What is recorded" className="list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
          <li>
            {found.vm_name} in {found.workspace_name} of {found.organization_name}, as {found.plan_id}.
          </li>
          <li>
            {found.hourly_price === null ? "Nothing of it has a price." : `Price of an hour: ${found.hourly_price}.`}
          </li>
          {found.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
          {found.needs_force !== null && <li>It is refused without the choice below: {found.needs_force}</li>}
        </ul>
      )}
      <CheckOption label="Although quota, funds or the plan do not suffice" {...form.register("force")} />
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its owner sees it in the audit trail."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}
