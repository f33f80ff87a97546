"use client";

import type { OperatorOrganization } from "@fulmar/contract";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, number, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";

const newView = defineForm(async () => (await import("@fulmar/contract/operator")).NewActing, {
  organization_id: chosen(""),
  reason: text(),
  minutes: number("30"),
});

/** Begins a view of an organization, and opens its console. */
export function BeginView({
  organization: { organization_id, name },
  workspaceId,
  ...state
}: { readonly organization: OperatorOrganization; readonly workspaceId: string } & DialogState) {
  const trpc = useTRPC();
  const form = useForm(newView, { organization_id, reason: "", minutes: "30" });
  const body = newView.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`View the console of ${name}?`}
      lead={
        "You see its console as a viewer does, in this browser alone, without contents of buckets, secrets, " +
        "console logs and terminals, and change nothing. It sees who viewed it, when and why."
      }
      action="View its console"
      change={trpc.operatorActing.start}
      inputOf={(sent) => sent}
      onDone={() => window.location.assign(`/workspaces/${workspaceId}`)}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorActing.start, body)}
    >
      <TextField
        label="Reason"
        autoComplete="off"
        hint="The organization sees it, and it is in both audit trails."
        {...form.field("reason")}
      />
      <TextField label="Minutes" inputMode="numeric" autoComplete="off" {...form.field("minutes")} />
    </ChangeDialog>
  );
}
