import { QuotaResource } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import type { AdmissionRequest, Purchase, Quote } from "../request/change/admission.ts";
import { neededWith } from "./products.ts";

/**
 * SQL columns of a quote: what a purchase adds to the price of an hour, its currency, and whether the wallet carries
 * that and everything else of the organization for `hours`. The wallet may be missing. What everything else costs is
 * unknown when it was last counted more than an hour ago, or before prices began.
 * @param hourly an SQL expression @param rows the aliases of their rows
 */
export function quoteColumns(
  hourly: string,
  rows: { readonly sku: string; readonly wallet: string; readonly commitment: string },
  hours: string,
): string {
  const { sku, wallet, commitment } = rows;
  return `trim_scale(${hourly})::text AS hourly_price, ${sku}.currency, ${wallet}.suspended_by, ${hourly} > 0 AS raises,
          ${hourly} <= 0 OR coalesce(${wallet}.currency = ${sku}.currency
            AND ${commitment}.counted_at > greatest(now() - interval '1 hour', (
              SELECT b.begun_until FROM price_book b WHERE b.book_id = 'standard'))
            AND (${commitment}.hourly + ${hourly}) * ${hours}::int <= ${wallet}.balance + ${wallet}.credit_limit, false) AS covered`;
}

/** SQL of the names of products, by an expression of their codes, that have no price. Null: each has one. */
export function withoutPrice(codes: string): string {
  return `(SELECT string_agg(coalesce(unpriced.name || ' (' || needed.sku_code || ')', needed.sku_code), ' and ')
             FROM unnest(${codes}) AS needed (sku_code) LEFT JOIN sku unpriced USING (sku_code)
            WHERE NOT EXISTS (SELECT FROM price_of($organization_id, needed.sku_code, now())))`;
}

/**
 * SQL: whether the product `s` is sold to `$organization_id`. That of a plan is sold to whom the plan is sold. Others
 * see neither its price nor that it exists.
 */
export const SOLD = `NOT EXISTS (SELECT FROM plan p WHERE p.sku_code = s.sku_code AND p.organization_ids IS NOT NULL
                                    AND $organization_id <> ALL (p.organization_ids))`;

// What is bought is not asked again: a VM keeps its plan, and comes back from the trash with it.
const find = statement(
  "billing_quote",
  `SELECT ${quoteColumns("price.hourly", { sku: "s", wallet: "w", commitment: "c" }, "$hours")},
          quota_exceeded($workspace_id::bigint, s.sku_code, $quantity::bigint, $adds::jsonb) AS quota
     FROM sku s
    CROSS JOIN LATERAL price_of($organization_id, s.sku_code, now()) AS own
    CROSS JOIN LATERAL (
      SELECT own.hourly_price * $quantity::bigint + coalesce(sum(a.hourly_price * also.quantity), 0) AS hourly
        FROM jsonb_to_recordset($also::jsonb) AS also (sku_code text, quantity bigint)
       CROSS JOIN LATERAL price_of($organization_id, also.sku_code, now()) AS a) AS price
     LEFT JOIN wallet w ON w.organization_id = $organization_id
     LEFT JOIN commitment c ON c.organization_id = $organization_id
    WHERE s.sku_code = $sku_code AND ($binding::boolean OR ${SOLD})
      AND ${withoutPrice("$needed::text[]")} IS NULL`,
  // Price and quantity are never NULL.
  { present: ["hourly_price", "raises", "covered"] },
);

const findUnpriced = statement("billing_unpriced", `SELECT ${withoutPrice("$needed::text[]")} AS unpriced`);

/** The result of the database function `quota_exceeded`. */
const Exceeded = z.strictObject({ resource: QuotaResource, limit: z.int(), used: z.int(), added: z.int() }).nullable();

export function exceededQuota(value: unknown): Quote["quota"] {
  return Exceeded.parse(value);
}

/**
 * Price, suspension, quotas and funds in one round trip. Undefined when something of it has no price.
 * @param hours how long the funds must carry the purchase and what runs
 */
export async function findQuote(
  sql: Sql,
  { workspace, purchase, binding }: Pick<AdmissionRequest, "workspace" | "purchase" | "binding">,
  hours: number,
): Promise<Quote | undefined> {
  const { skuCode, quantity = 1, adds, also = [] } = purchase;
  if (purchase.quote !== undefined) return purchase.quote;
  const quote = await sql.maybe(find, {
    organization_id: workspace.organizationId,
    workspace_id: workspace.id,
    sku_code: skuCode,
    quantity,
    adds: adds && JSON.stringify(adds),
    hours,
    binding,
    needed: alsoNeeded(purchase),
    also: JSON.stringify(also.map((line) => ({ sku_code: line.skuCode, quantity: line.quantity }))),
  });
  return quote && { ...quote, quota: exceededQuota(quote.quota) };
}

/** The products besides its own that a purchase cannot be without. */
function alsoNeeded({ skuCode, also = [] }: Purchase): string[] {
  const more = also.filter(({ quantity }) => quantity > 0).map((line) => line.skuCode);
  return [...more, ...neededWith(skuCode)];
}

/** The names of the products of a purchase that have no price, as the subject of a sentence. */
export async function findUnpricedProducts(
  sql: Sql,
  { workspace, purchase }: Pick<AdmissionRequest, "workspace" | "purchase">,
): Promise<string | null> {
  const needed = [purchase.skuCode, ...alsoNeeded(purchase)];
  return (await sql.one(findUnpriced, { organization_id: workspace.organizationId, needed })).unpriced;
}
