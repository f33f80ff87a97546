"use client";

import { chosen, nullableText, text, texts, type UsedForm } from "@/client/form.ts";
import { TextArea, TextField } from "@/components/field.tsx";
import type { Party } from "./address.ts";
import { CountryField } from "./country-field.tsx";

/** The fields of a form about who an invoice is from or made out to. */
export const partyFields = {
  legal_name: text(),
  address_lines: { ...texts("\n"), rows: true },
  postal_code: nullableText,
  city: nullableText,
  country: chosen(""),
  vat_number: nullableText,
};

type Held = { readonly [Name in keyof typeof partyFields]: string };

/** What the fields begin with. */
export function heldOf({ legal_name, address_lines, postal_code, city, country, vat_number }: Party): Held {
  return {
    ...{ legal_name: legal_name ?? "", address_lines: address_lines.join("\n"), postal_code: postal_code ?? "" },
    ...{ city: city ?? "", country: country ?? "", vat_number: vat_number ?? "" },
  };
}

export function PartyFields({ form }: { form: Pick<UsedForm<Held, unknown>, "register" | "errorOf"> }) {
  const field = (name: keyof Held) => ({ ...form.register(name), error: form.errorOf(name) });
  return (
    <>
      <TextField label="Legal name" autoComplete="organization" {...field("legal_name")} />
      <TextArea
        label="Address"
        prose
        autoComplete="street-address"
        hint="At most four lines, without postal code and city"
        {...field("address_lines")}
      />
      <TextField label="Postal code" autoComplete="postal-code" {...field("postal_code")} />
      <TextField label="City" autoComplete="address-level2" {...field("city")} />
      <CountryField field={form.register("country")} error={form.errorOf("country")} />
      <TextField label="VAT number" autoComplete="off" hint="If there is one" {...field("vat_number")} />
    </>
  );
}
