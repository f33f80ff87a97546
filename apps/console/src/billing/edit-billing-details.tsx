"use client";

import type { BillingDetails } from "@fulmar/contract";
import { chosen, defineForm, nullableText, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { detailsInput } from "./billing-queries.ts";
import { CountryField } from "./country-field.tsx";

const billingDetails = defineForm(async () => (await import("@fulmar/contract/billing")).SetBillingDetails, {
  legal_name: text(),
  address_lines: { ...texts("\n"), rows: true },
  postal_code: nullableText,
  city: nullableText,
  country: chosen(""),
  vat_number: nullableText,
  email: nullableText,
});

/** Changes who invoices are made out to. */
export function EditBillingDetails({ details, open, onClose }: { details: BillingDetails } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { legal_name, address_lines, postal_code, city, country, vat_number, email } = details;
  const form = useForm(billingDetails, {
    ...{ legal_name: legal_name ?? "", address_lines: address_lines.join("\n"), postal_code: postal_code ?? "" },
    ...{ city: city ?? "", country: country ?? "", vat_number: vat_number ?? "", email: email ?? "" },
  });
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
      <TextField label="Legal name" autoComplete="organization" {...form.field("legal_name")} />
      <TextArea
        label="Address"
        prose
        autoComplete="street-address"
        hint="At most four lines, without postal code and city"
        {...form.field("address_lines")}
      />
      <TextField label="Postal code" autoComplete="postal-code" {...form.field("postal_code")} />
      <TextField label="City" autoComplete="address-level2" {...form.field("city")} />
      <CountryField field={form.register("country")} error={form.errorOf("country")} />
      <TextField label="VAT number" autoComplete="off" hint="If you have one" {...form.field("vat_number")} />
      <TextField label="E-mail for invoices" type="email" autoComplete="email" {...form.field("email")} />
    </ChangeDialog>
  );
}
