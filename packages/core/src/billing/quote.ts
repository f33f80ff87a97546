import { QuotaResource } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import type { AdmissionRequest, Quote } from "../request/admission.ts";

/**
 * SQL columns of a quote: the hourly price of a SKU, its currency, and whether the wallet, which may be missing, covers
 * it.
 * @param hourly an SQL expression @param sku @param wallet the aliases of their rows
 */
export function quoteColumns(hourly: string, sku: string, wallet: string): string {
  return `trim_scale(${hourly})::text AS hourly_price, ${sku}.currency, ${wallet}.suspended_by,
          coalesce(${wallet}.currency = ${sku}.currency AND ${hourly} <= ${wallet}.balance + ${wallet}.credit_limit, false) AS covered`;
}

// In a workspace without quotas, a purchase neither waits for others nor counts resources.
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
  // Price and quantity are never NULL.
  { present: ["hourly_price"] },
);

/** The result of the database function `quota_exceeded`. */
const Exceeded = z.strictObject({ resource: QuotaResource, limit: z.int(), used: z.int(), added: z.int() }).nullable();

/**
 * Reads price, suspension, quotas and funds in one round trip; undefined when the price list has no such SKU. In a
 * workspace with quotas, a binding quote is held until its transaction ends, and others wait, so that its count stays
 * true.
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
