import { type Sql, statement } from "@fulmar/prisma";
import type { Purchase } from "../kernel/admission.ts";

/** What our own books say about a purchase. */
export interface Quote {
  /** For an hour of the whole quantity, decimal text. */
  readonly hourly_price: string;
  readonly currency: string;
  readonly suspended: boolean;
  /** Whether balance and credit limit together pay for at least that hour. */
  readonly covered: boolean;
}

const find = statement(
  "billing_quote",
  `SELECT trim_scale(price.hourly)::text AS hourly_price, s.currency, w.suspended_at IS NOT NULL AS suspended,
          coalesce(w.currency = s.currency AND price.hourly <= w.balance + w.credit_limit, false) AS covered
     FROM sku s
    CROSS JOIN LATERAL (SELECT s.hourly_price * $3::numeric AS hourly) price
     LEFT JOIN wallet w ON w.organization_id = $1
    WHERE s.sku_code = $2`,
);

/** Price, suspension and funds in one round trip; undefined when the price list has no such SKU. */
export async function findQuote(sql: Sql, organizationId: string, purchase: Purchase): Promise<Quote | undefined> {
  const [quote] = await sql.query<Quote>(find, [organizationId, purchase.skuCode, String(purchase.quantity ?? 1)]);
  return quote;
}
