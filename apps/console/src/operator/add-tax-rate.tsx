"use client";

import { CountryField, nameOfCountry } from "@/billing/country-field.tsx";
import { chosen, defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "./use-changed.ts";

const newRate = defineForm(async () => (await import("@fulmar/contract/operator")).NewTaxRate, {
  country: chosen(""),
  name: text("VAT"),
  percent: text(),
  valid_from: text(),
  reverse_charge: chosen<boolean>(false),
});

/** Sets the tax rate of a country from a day on. */
export function AddTaxRate({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newRate);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Add a tax rate"
      lead={
        "It holds until the country's next rate, and cannot be changed once it has begun. Upgrade all " +
        "processes before the first one."
      }
      action="Add rate"
      form={form}
      change={trpc.operatorTaxRate.create}
      inputOf={(body) => body}
      onDone={({ country, valid_from }) => changed(`${nameOfCountry(country)} has a rate from ${valid_from} on`)}
    >
      <CountryField field={form.register("country")} error={form.errorOf("country")} />
      <TextField label="Name" autoComplete="off" hint="As invoices call it" {...form.field("name")} />
      <TextField label="Percent" inputMode="decimal" autoComplete="off" placeholder="19" {...form.field("percent")} />
      <TextField label="From, UTC" type="date" {...form.field("valid_from")} />
      <CheckOption
        label="Reverse charge"
        hint="Customers with a VAT number pay none and owe it themselves. Not for your own country."
        {...form.register("reverse_charge")}
      />
    </ChangeDialog>
  );
}
