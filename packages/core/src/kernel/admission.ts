import type { Sql } from "@fulmar/prisma";
import type { Workspace } from "./caller.ts";
import { DomainError } from "./domain-error.ts";

/** Something that costs money while it exists. */
export interface Purchase {
  readonly skuCode: string;
  /** In the SKU's unit: instances, gigabytes, addresses. */
  readonly quantity?: number;
}

export type DecisionReason = "ok" | "insufficient_funds" | "account_suspended" | "unknown_sku" | "billing_unavailable" | "quota_exceeded";

export interface Decision {
  readonly allowed: boolean;
  readonly reason: DecisionReason;
  /** Decimal text per hour for the whole quantity; null where there is no price. */
  readonly hourlyPrice: string | null;
  readonly currency: string | null;
}

/** Decides whether an organization may buy. Never throws: what cannot be decided is denied (spec: fail closed). */
export interface BillingAdmission {
  decide(request: { readonly workspace: Workspace; readonly purchase: Purchase; readonly sql: Sql }): Promise<Decision>;
}

const SENTENCE: Readonly<Record<Exclude<DecisionReason, "ok">, string>> = {
  insufficient_funds: "The balance does not cover this; top up the wallet or raise the credit limit, then retry.",
  account_suspended: "The organization is suspended; settle its account, then retry.",
  unknown_sku: "This product has no price, so it cannot be bought; choose another plan.",
  billing_unavailable: "Billing gave no decision, so nothing was created; retry in a moment with the same idempotency key.",
  quota_exceeded: "The workspace's quota is used up; release something or ask for a higher quota, then retry.",
};

/** The refusal of a purchase that billing did not allow (402). */
export function billingDenied(reason: DecisionReason): DomainError {
  const denied = reason === "ok" ? "billing_unavailable" : reason;
  return new DomainError("billing_denied", SENTENCE[denied], { code: denied });
}
