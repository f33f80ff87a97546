"use client";

import type { OperatorPayment } from "@fulmar/contract";
import { amountOf } from "@/billing/payment-state.tsx";
import { chosen, defineForm, text, useForm } from "@/client/form.ts";
import { money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly payment: OperatorPayment } & DialogState;

const schemas = () => import("@fulmar/contract/operator");
const confirmation = defineForm(async () => (await schemas()).PaymentConfirmation, { amount: text(), paid_on: text() });
const cancellation = defineForm(async () => (await schemas()).PaymentCancellation, { reason: text() });
const refundRequest = defineForm(async () => (await schemas()).PaymentRefundRequest, {
  amount: text(),
  reason: text(),
  allow_debt: chosen<boolean>(false),
});

export function Confirm({ payment, open, onClose }: ForOne) {
  const { payment_id, amount, currency, organization_name } = payment;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(confirmation, { amount, paid_on: new Date().toISOString().slice(0, 10) });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Confirm a transfer of ${organization_name}`}
      lead="What arrived is credited to the wallet, once. Owners and billing members get a mail."
      action="Confirm arrival"
      form={form}
      change={trpc.operatorPayment.confirm}
      inputOf={(body) => ({ payment_id, ...body })}
      onDone={(paid) => changed(`Credited ${amountOf(paid)} to ${organization_name}`)}
    >
      <TextField
        label={`Amount that arrived, in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.field("amount")}
      />
      <TextField label="Arrived on, UTC" type="date" {...form.field("paid_on")} />
    </ChangeDialog>
  );
}

export function Cancel({ payment: { payment_id, organization_name }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(cancellation);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Cancel a payment of ${organization_name}`}
      lead="It is no longer expected. Money that arrives later is still credited."
      action="Cancel payment"
      form={form}
      change={trpc.operatorPayment.cancel}
      inputOf={(body) => ({ payment_id, ...body })}
      onDone={() => changed(`Cancelled a payment of ${organization_name}`)}
    >
      <TextField label="Reason" autoComplete="off" hint="Its members see it." {...form.field("reason")} />
    </ChangeDialog>
  );
}

export function Refund({ payment, open, onClose }: ForOne) {
  const { payment_id, organization_name, provider } = payment;
  const currency = payment.paid_currency ?? payment.currency;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(refundRequest);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Refund a payment of ${organization_name}`}
      lead={
        provider === "transfer"
          ? "It leaves the wallet at once. You send the money back yourself. Owners and billing members get a mail."
          : "It leaves the wallet at once, and goes back to who paid within a minute. Owners and billing members get a mail."
      }
      action="Refund"
      form={form}
      change={trpc.operatorPayment.refund}
      inputOf={(body) => ({ payment_id, ...body })}
      onDone={(_payment, { amount }) => changed(`Refunded ${money(amount, currency)} to ${organization_name}`)}
    >
      <TextField
        label={`Amount, in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        hint={`At most what is left of ${amountOf(payment)}`}
        {...form.field("amount")}
      />
      <TextField label="Reason" autoComplete="off" hint="Its members see it." {...form.field("reason")} />
      <CheckOption
        label="Even if the balance falls below 0"
        hint="Otherwise a refund needs a balance that covers it."
        {...form.register("allow_debt")}
      />
    </ChangeDialog>
  );
}
