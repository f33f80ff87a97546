import { checkVAT, countries } from "jsvat";
import { invalidField } from "../request/domain-error.ts";

/**
 * A VAT number must have the form of its country, with the prefix. Whether it was given to somebody, nobody asks here.
 * Of countries whose form is not known, each is taken.
 * @throws DomainError 400 that names the field
 */
export function requireVatNumber(of: { readonly country: string; readonly vat_number: string | null }): void {
  const ofCountry = countries.filter(({ codes }) => codes.includes(of.country));
  if (of.vat_number === null || ofCountry.length === 0 || checkVAT(of.vat_number, ofCountry).isValidFormat) return;
  throw invalidField("vat_number", `must have the form of VAT numbers of ${of.country}, with the country's prefix`);
}
