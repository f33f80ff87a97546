"use client";

import type { BillingDetails, OperatorOrganization } from "@fulmar/contract";
import { heldOf, PartyFields, partyFields } from "@/billing/party-fields.tsx";
import { defineForm, nullableText, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "./use-changed.ts";

const billingDetails = defineForm(async () => (await import("@fulmar/contract/operator")).OrganizationBillingDetails, {
  ...partyFields,
  email: nullableText,
  reason: text(),
});

/** Changes who the invoices of an organization are made out to. */
export function EditOrganizationBilling({
  organization: { organization_id, name },
  details,
  open,
  onClose,
}: { organization: OperatorOrganization; details: BillingDetails } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(billingDetails, { ...heldOf(details), email: details.email ?? "" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Billing details of ${name}`}
      lead="The next invoice has them, and its tax is that of the country. Invoices that are issued stay as they are."
      action="Save"
      form={form}
      change={trpc.operatorOrganization.setBillingDetails}
      inputOf={(body) => ({ organization_id, ...body })}
      onDone={() => changed(`Saved the billing details of ${name}`)}
    >
      <PartyFields form={form} />
      <TextField label="E-mail for invoices" type="email" autoComplete="off" {...form.field("email")} />
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its members see it, and it is in both audit trails."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}
