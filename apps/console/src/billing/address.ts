import type { InvoiceParty } from "@fulmar/contract";

/** Who an invoice is from or made out to. Null is what nobody has said. */
export type Party = Omit<InvoiceParty, "legal_name" | "country"> & Record<"legal_name" | "country", string | null>;

/** The address in one line. Null if there is none. */
export function addressOf({ address_lines, postal_code, city }: Party): string | null {
  return [...address_lines, [postal_code, city].filter(Boolean).join(" ")].filter(Boolean).join(", ") || null;
}
