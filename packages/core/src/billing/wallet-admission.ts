import { type Sql, statement } from "@fulmar/prisma";
import type { Workspace } from "../request/caller.ts";
import type { BillingAdmission, Decision, Quote } from "../request/change/admission.ts";
import { findQuote, findUnpricedProducts } from "./quote.ts";

const SUSPENDING = ["operator", "metering", "dunning"] as const;

const count = statement("commitment_recount", "SELECT recount_commitment($organization_id)::text");

/**
 * The built-in decision: balance and credit limit must carry what the organization has, with the purchase, for some
 * hours (ADR 0038).
 */
export class WalletAdmission implements BillingAdmission {
  readonly boundHours: number;

  /** @param hours how long the funds must last */
  constructor(hours: number) {
    this.boundHours = hours;
  }

  async decide({ sql, ...request }: Parameters<BillingAdmission["decide"]>[0]): Promise<Decision> {
    const quote = await findQuote(sql, request, this.boundHours);
    if (quote === undefined) return notSold(request.binding ? await findUnpricedProducts(sql, request) : null);
    const denied = denialOf(quote, SUSPENDING);
    if (denied !== undefined) return denied;
    const price = { hourlyPrice: quote.hourly_price, currency: quote.currency };
    return quote.covered
      ? { allowed: true, reason: "ok", ...price }
      : { allowed: false, reason: "insufficient_funds", ...price };
  }

  async recount(sql: Sql, { organizationId }: Workspace): Promise<boolean> {
    await sql.query(count, { organization_id: organizationId });
    return true;
  }
}

/** The denial of what has no price. @param unpriced the names of products */
export function notSold(unpriced: string | null): Decision {
  return { allowed: false, reason: "unknown_sku", hourlyPrice: null, currency: null, unpriced };
}

/**
 * The denials that apply whichever service decides about funds: a suspension, an exceeded quota. A
 * suspended organization may move to what costs the same or less.
 * @param suspending the kinds of suspension that apply
 */
export function denialOf(quote: Quote, suspending: readonly Quote["suspended_by"][]): Decision | undefined {
  const price = { hourlyPrice: quote.hourly_price, currency: quote.currency };
  if (quote.raises && quote.suspended_by !== null && suspending.includes(quote.suspended_by))
    return { allowed: false, reason: "account_suspended", ...price };
  if (quote.quota !== null) return { allowed: false, reason: "quota_exceeded", quota: quote.quota, ...price };
  return undefined;
}
