"use client";

import { COUNTRIES } from "@fulmar/contract";
import type { UseFormRegisterReturn } from "react-hook-form";
import { SelectField } from "@/components/field.tsx";

const names = new Intl.DisplayNames("en", { type: "region" });

/** "Germany" of DE. */
export const nameOfCountry = (code: string) => names.of(code) ?? code;

const OPTIONS = COUNTRIES.map((code) => [code, nameOfCountry(code)] as const).sort(([, one], [, other]) =>
  one.localeCompare(other, "en"),
);

/** The choice of a country by its name. */
export function CountryField({ field, error }: { field: UseFormRegisterReturn; error?: string | undefined }) {
  return (
    <SelectField label="Country" error={error} {...field}>
      <option value="">Choose a country</option>
      {OPTIONS.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
