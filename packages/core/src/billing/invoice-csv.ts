import type { InvoiceDetail } from "@fulmar/contract";

const COLUMNS = [
  "workspace_id",
  "workspace_name",
  "sku_code",
  "name",
  "unit",
  "quantity",
  "unit_price",
  "amount",
] as const;

/** Behind the currency, where they are in nobody's way. */
const DETAILS = ["price_since", "free_quantity", "free_amount", "capped_amount"] as const;

/** Of rows of tax alone. */
const TAX = ["tax_country", "tax_percent", "tax_net", "reverse_charge"] as const;

const PARTIES = ["seller_name", "seller_vat_number", "buyer_name", "buyer_vat_number"] as const;

/**
 * An invoice as CSV (RFC 4180): a row for each line and for each tax, whose amounts add up to the total. Each has the
 * number, the month, the currency, and who the invoice is from and made out to. Amounts are exact.
 */
export function invoiceCsv({ number, month, currency, lines, tax_lines, seller, buyer }: InvoiceDetail): string {
  const parties = [seller, buyer].flatMap((party) => [party?.legal_name ?? "", party?.vat_number ?? ""]);
  const ofLines = lines.map((line) => [
    ...COLUMNS.map((column) => line[column]),
    currency,
    ...DETAILS.map((column) => line[column] ?? ""),
    ...TAX.map(() => ""),
  ]);
  const ofTaxes = tax_lines.map(({ name, country, percent, net, tax, reverse_charge }) => [
    ...COLUMNS.map((column) => (column === "name" ? name : column === "amount" ? tax : "")),
    currency,
    ...DETAILS.map(() => ""),
    ...[country, percent, net, String(reverse_charge)],
  ]);
  const rows = [...ofLines, ...ofTaxes].map((row) => [number, month, ...row, ...parties]);
  return [["number", "month", ...COLUMNS, "currency", ...DETAILS, ...TAX, ...PARTIES], ...rows]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");
}

/**
 * Names are chosen by users. One that begins as a formula does gets an apostrophe in front, since spreadsheets run
 * formulas.
 */
function cell(given: string): string {
  const text = /^[-+=@]/.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
