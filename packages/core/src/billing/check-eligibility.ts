import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";

/** The decision that a create of one unit would get at this moment (spec: Billing). */
export const checkEligibility: Handler<"billing.resourceEligibility"> = async (context, { sku_code }) => {
  const { allowed, reason, hourlyPrice, currency } = await context.preflight({ skuCode: sku_code });
  return { allowed, sku_code, reason, hourly_price: hourlyPrice, currency, decided_at: toTimestamp(new Date()) };
};
