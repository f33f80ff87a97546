"use client";

import type { OperatorOrganization } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { defineForm, field, optionalText, text, useForm } from "@/client/form.ts";
import { money } from "@/client/money.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "./use-changed.ts";

type ForOne = { readonly organization: OperatorOrganization } & DialogState;

const schemas = () => import("@fulmar/contract/operator");

const suspendOrganization = defineForm(async () => (await schemas()).OrganizationSuspension, { reason: text() });
const topUpOrganization = defineForm(async () => (await schemas()).TopUp, { amount: text(), reference: text() });
const setCredit = defineForm(async () => (await schemas()).CreditLimit, { credit_limit: text() });

const resumeOrganization = defineForm(async () => (await schemas()).OrganizationResumption, {
  due_at: field("", (day) => (day === "" ? undefined : `${day}T00:00:00Z`)),
  reason: optionalText,
});

const RESUMED = "It can buy again. Metering suspends it again at its next hour if the funds still do not suffice.";
const RESUMED_FROM_DUNNING =
  "It can buy again, and all its overdue invoices are postponed: otherwise dunning suspends it again within a minute.";

/** Whether what was typed is an amount, so that it can be asked what it would do. */
const isAmount = (typed: string) => /^\d{1,10}(\.\d{1,8})?$/.test(typed);

export function Suspend({ organization, open, onClose }: ForOne) {
  const { organization_id, name } = organization;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(suspendOrganization);
  const body = suspendOrganization.body(useWatch({ control: form.control, compute: (all) => all }));
  const suspend = useMutation(
    trpc.operatorOrganization.suspend.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Suspended ${name}`, "Its members see the reason.");
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((values) => suspend.mutate({ organization_id, ...values }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Suspend ${name}?`}
      lead="It cannot buy any more. What runs goes on for a grace and is charged. Only an operator ends this suspension."
      action="Suspend organization"
      busy={suspend.isPending}
      error={suspend.error}
      plan={
        body.reason === "" ? null : planOf(trpc.changePlan.operatorOrganization.suspend, { organization_id, ...body })
      }
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its members see it, and it is in both audit trails."
        {...form.field("reason")}
      />
    </FormDialog>
  );
}

export function Resume({ organization: { organization_id, name, suspended_by }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(resumeOrganization);
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Resume ${name}?`}
      lead={suspended_by === "dunning" ? RESUMED_FROM_DUNNING : RESUMED}
      action="Resume organization"
      change={trpc.operatorOrganization.resume}
      inputOf={(body) => ({ organization_id, ...body })}
      onDone={() => changed(`Resumed ${name}`)}
      plan={planOf(trpc.changePlan.operatorOrganization.resume, { organization_id })}
    >
      {suspended_by === "dunning" && (
        <>
          <TextField
            label="New due date"
            type="date"
            hint="Of all its overdue invoices, UTC. Left empty: after the days that Settings gives to invoices."
            {...form.field("due_at")}
          />
          <TextField
            label="Reason"
            autoComplete="off"
            hint="Optional. Its members see it at the invoices."
            {...form.field("reason")}
          />
        </>
      )}
    </ChangeDialog>
  );
}

export function TopUp({ organization, open, onClose }: ForOne) {
  const { organization_id, name, currency } = organization;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(topUpOrganization);
  const body = topUpOrganization.body(useWatch({ control: form.control, compute: (all) => all }));
  const topUp = useMutation(
    trpc.operatorOrganization.topUp.mutationOptions({
      onSuccess: (_wallet, { amount }) => {
        onClose();
        return changed(`Added ${money(amount, currency)} to the balance of ${name}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((values) => topUp.mutate({ organization_id, ...values }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Top up ${name}`}
      lead="Adds a payment to the balance. Each reference is credited once in an organization."
      action="Top up"
      busy={topUp.isPending}
      error={topUp.error}
      plan={
        isAmount(body.amount) && body.reference !== ""
          ? planOf(trpc.changePlan.operatorOrganization.topUp, { organization_id, ...body })
          : null
      }
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={`Amount, in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder="100.50"
        {...form.field("amount")}
      />
      <TextField
        label="Reference"
        autoComplete="off"
        hint="Such as the number of a bank transfer"
        {...form.field("reference")}
      />
    </FormDialog>
  );
}

export function SetCredit({ organization, open, onClose }: ForOne) {
  const { organization_id, name, currency, credit_limit } = organization;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(setCredit, { credit_limit });
  const body = setCredit.body(useWatch({ control: form.control, compute: (all) => all }));
  const change = useMutation(
    trpc.operatorOrganization.setCredit.mutationOptions({
      onSuccess: (_wallet, wanted) => {
        onClose();
        return changed(`The credit limit of ${name} is ${money(wanted.credit_limit, currency)} now`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((values) => change.mutate({ organization_id, ...values }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Credit limit of ${name}`}
      lead="How far the balance may go below zero before the organization cannot buy any more."
      action="Set credit limit"
      busy={change.isPending}
      error={change.error}
      plan={
        isAmount(body.credit_limit) && body.credit_limit !== credit_limit
          ? planOf(trpc.changePlan.operatorOrganization.setCredit, { organization_id, ...body })
          : null
      }
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={`Credit limit, in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.field("credit_limit")}
      />
    </FormDialog>
  );
}
