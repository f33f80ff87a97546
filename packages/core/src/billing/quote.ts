import { QuotaResource } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import type { AdmissionRequest, Quote } from "../request/admission.ts";

/**
 * SQL: what the books say about a price per hour of a SKU, in a currency, with a wallet that may be missing.
 * @param hourly an expression @param sku @param wallet their rows' names
 */
export function quoteColumns(hourly: string, sku: string, wallet: string): string {
  return `trim_scale(${hourly})::text AS hourly_price, ${sku}.currency, ${wallet}.suspended_by,
          coalesce(${wallet}.currency = ${sku}.currency AND ${hourly} <= ${wallet}.balance + ${wallet}.credit_limit, false) AS covered`;
}

// A workspace without quotas does not wait for others that buy in it, nor counts anything.
const find = statement(
  "billing_quote",
  `SELECT ${quoteColumns("price.hourly", "s", "w")},
          limits.found AS limited,
          CASE WHEN limits.found
               THEN quota_exceeded($4::bigint, s.sku_code, $3::bigint, $5::jsonb, $6::boolean) END AS quota
     FROM sku s
    CROSS JOIN (SELECT EXISTS (SELECT FROM quota WHERE workspace_id = $4::bigint) AS found) limits
    CROSS JOIN LATERAL (SELECT s.hourly_price * $3::bigint AS hourly) price
     LEFT JOIN wallet w ON w.organization_id = $1
    WHERE s.sku_code = $2`,
  // A price times a quantity, both of which there are.
  { present: ["hourly_price"] },
);

/** What `quota_exceeded` of the database tells. */
const Exceeded = z.strictObject({ resource: QuotaResource, limit: z.int(), used: z.int(), added: z.int() }).nullable();

/**
 * Price, suspension, quotas and funds in one round trip; undefined when the price list has no such SKU. In a workspace
 * that has quotas, a binding quote is given to one purchase at a time until its transaction ends, so that what it
 * counts stays true.
 */
export async function findQuote(
  sql: Sql,
  { workspace, purchase, binding }: Omit<AdmissionRequest, "sql">,
): Promise<Quote | undefined> {
  const { skuCode, quantity = 1, adds } = purchase;
  if (purchase.quote !== undefined) return purchase.quote;
  const [quote] = await sql.query(find, [
    workspace.organizationId,
    skuCode,
    quantity,
    workspace.id,
    adds === undefined ? null : JSON.stringify(adds),
    binding,
  ]);
  return quote && { ...quote, quota: Exceeded.parse(quote.quota) };
}
