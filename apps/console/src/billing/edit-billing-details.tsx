"use client";

import type { BillingDetails } from "@fulmar/contract";
import { defineForm, nullableText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { detailsInput } from "./billing-queries.ts";
import { heldOf, PartyFields, partyFields } from "./party-fields.tsx";

const billingDetails = defineForm(async () => (await import("@fulmar/contract/billing")).SetBillingDetails, {
  ...partyFields,
  email: nullableText,
});

/** Changes who invoices are made out to. */
export function EditBillingDetails({ details, open, onClose }: { details: BillingDetails } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(billingDetails, { ...heldOf(details), email: details.email ?? "" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Billing details"
      lead="The next invoice has them, and its tax is that of the country. Invoices that are issued stay as they are."
      action="Save"
      form={form}
      change={trpc.billingDetails.update}
      inputOf={(body) => ({ ...detailsInput(workspaceId), ...body })}
      onDone={() => changed("Saved the billing details")}
    >
      <PartyFields form={form} />
      <TextField label="E-mail for invoices" type="email" autoComplete="email" {...form.field("email")} />
    </ChangeDialog>
  );
}
