import type { BillingAdmission, Decision, Quote } from "../request/admission.ts";
import { findQuote } from "./quote.ts";

const SUSPENDING = ["operator", "metering"] as const;

/** The built-in decision: the balance and the credit limit must cover at least one hour of the purchase (ADR 0004). */
export const walletAdmission: BillingAdmission = {
  async decide({ sql, ...request }): Promise<Decision> {
    const quote = await findQuote(sql, request);
    const denied = denialOf(quote, SUSPENDING);
    if (denied !== undefined) return denied;
    const price = { hourlyPrice: quote?.hourly_price ?? null, currency: quote?.currency ?? null };
    return quote?.covered === true
      ? { allowed: true, reason: "ok", ...price }
      : { allowed: false, reason: "insufficient_funds", ...price };
  },
};

/**
 * The denials that apply whichever service decides about funds: an unknown SKU, a suspension, an exceeded quota.
 * @param suspending the kinds of suspension that apply
 */
export function denialOf(quote: Quote | undefined, suspending: readonly Quote["suspended_by"][]): Decision | undefined {
  if (quote === undefined) return { allowed: false, reason: "unknown_sku", hourlyPrice: null, currency: null };
  const price = { hourlyPrice: quote.hourly_price, currency: quote.currency };
  if (quote.suspended_by !== null && suspending.includes(quote.suspended_by))
    return { allowed: false, reason: "account_suspended", ...price };
  if (quote.quota !== null) return { allowed: false, reason: "quota_exceeded", quota: quote.quota, ...price };
  return undefined;
}
