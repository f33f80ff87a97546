import { type Sql, statement } from "@fulmar/prisma";
import type { AdmissionRequest, ExceededQuota } from "../kernel/admission.ts";

/** What our own books say about a purchase. */
export interface Quote {
  /** For an hour of the whole quantity, decimal text. */
  readonly hourly_price: string;
  readonly currency: string;
  /** Who suspended the organization; null when nobody did. */
  readonly suspended_by: "operator" | "metering" | null;
  /** Whether the workspace has quotas at all. */
  readonly limited: boolean;
  /** The first quota that it would exceed. */
  readonly quota: ExceededQuota | null;
  /** Whether balance and credit limit together pay for at least that hour. */
  readonly covered: boolean;
}

// A workspace without quotas does not wait for others that buy in it, nor counts anything.
const find = statement(
  "billing_quote",
  `SELECT trim_scale(price.hourly)::text AS hourly_price, s.currency, w.suspended_by,
          limits.found AS limited,
          CASE WHEN limits.found
               THEN quota_exceeded($4::bigint, s.sku_code, $3::bigint, $5::jsonb, $6::boolean) END AS quota,
          coalesce(w.currency = s.currency AND price.hourly <= w.balance + w.credit_limit, false) AS covered
     FROM sku s
    CROSS JOIN (SELECT EXISTS (SELECT FROM quota WHERE workspace_id = $4::bigint) AS found) limits
    CROSS JOIN LATERAL (SELECT s.hourly_price * $3::bigint AS hourly) price
     LEFT JOIN wallet w ON w.organization_id = $1
    WHERE s.sku_code = $2`,
);

/**
 * Price, suspension, quotas and funds in one round trip; undefined when the price list has no such SKU. In a workspace that has quotas,
 * a binding quote is given to one purchase at a time until its transaction ends, so that what it counts stays true.
 */
export async function findQuote(sql: Sql, { workspace, purchase, binding }: Omit<AdmissionRequest, "sql">): Promise<Quote | undefined> {
  const { skuCode, quantity = 1, adds } = purchase;
  const [quote] = await sql.query<Quote>(find, [
    workspace.organizationId,
    skuCode,
    quantity,
    workspace.id,
    adds === undefined ? null : JSON.stringify(adds),
    binding,
  ]);
  return quote;
}
