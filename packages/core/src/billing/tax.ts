import { InvoiceTaxLine } from "@fulmar/contract";
import { z } from "zod";
import { CURRENCY } from "./currency.ts";

/**
 * SQL that joins the tax on a sum as `tax`, with `tax_total` and `tax_lines`: one, or none without a rate.
 * @param of a row with `organization_id`, `net` and `day`, whose rate it is
 */
export function taxOf(of: string): string {
  return `CROSS JOIN LATERAL (
     SELECT coalesce(sum(rate.amount), 0) AS tax_total,
            coalesce(jsonb_agg(jsonb_build_object(
              'name', rate.name, 'country', rate.country, 'percent', trim_scale(rate.percent)::text,
              'net', trim_scale(${of}.net)::text, 'tax', trim_scale(rate.amount)::text,
              'reverse_charge', rate.reverse_charge)), '[]') AS tax_lines
       FROM (SELECT r.*, tax_on(${of}.net, r.percent, currency_decimals(${CURRENCY})) AS amount
               FROM tax_rate_of(${of}.organization_id, ${of}.day) AS r) AS rate) AS tax`;
}

/** SQL of a row of `seller` or `billing_details` as JSON, as invoices keep it. Null without the row. */
export function partyOf(table: string): string {
  return `CASE WHEN ${table}.legal_name IS NOT NULL THEN jsonb_build_object(
            'legal_name', ${table}.legal_name, 'address_lines', to_jsonb(${table}.address_lines),
            'postal_code', ${table}.postal_code, 'city', ${table}.city, 'country', ${table}.country,
            'vat_number', ${table}.vat_number) END`;
}

export const TaxLines = z.array(InvoiceTaxLine);
