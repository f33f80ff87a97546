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

/**
 * An invoice as CSV (RFC 4180): a row for each line, each with the number, the month and the currency. Amounts are
 * exact.
 */
export function invoiceCsv({ number, month, currency, lines }: InvoiceDetail): string {
  const rows = lines.map((line) => [
    number,
    month,
    ...COLUMNS.map((column) => line[column]),
    currency,
    ...DETAILS.map((column) => line[column] ?? ""),
  ]);
  return [["number", "month", ...COLUMNS, "currency", ...DETAILS], ...rows]
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
