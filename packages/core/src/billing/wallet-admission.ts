import type { BillingAdmission, Decision } from "../kernel/admission.ts";
import { findQuote } from "./quote.ts";

/** The built-in decision: the wallet and its credit limit must pay for at least one hour of the purchase (ADR 0004). */
export const walletAdmission: BillingAdmission = {
  async decide({ workspace, purchase, sql }): Promise<Decision> {
    const quote = await findQuote(sql, workspace.organizationId, purchase);
    if (quote === undefined) return { allowed: false, reason: "unknown_sku", hourlyPrice: null, currency: null };
    const price = { hourlyPrice: quote.hourly_price, currency: quote.currency };
    if (quote.suspended) return { allowed: false, reason: "account_suspended", ...price };
    if (!quote.covered) return { allowed: false, reason: "insufficient_funds", ...price };
    return { allowed: true, reason: "ok", ...price };
  },
};
