import type { BillingReason } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import type { Workspace } from "./caller.ts";
import { DomainError } from "./domain-error.ts";

/** Something that costs money while it exists. */
export interface Purchase {
  readonly skuCode: string;
  /** In the SKU's unit: instances, gigabytes, addresses. */
  readonly quantity?: number;
}

export interface Decision {
  readonly allowed: boolean;
  readonly reason: BillingReason;
  /** Decimal text per hour for the whole quantity; null where there is no price. */
  readonly hourlyPrice: string | null;
  readonly currency: string | null;
  /** What kept billing from a decision, for the log. */
  readonly cause?: unknown;
}

/**
 * Decides whether an organization may buy; what cannot be decided is denied (spec: fail closed). It throws only where
 * our own database fails, which ends the request as a whole.
 */
export interface BillingAdmission {
  decide(request: { readonly workspace: Workspace; readonly purchase: Purchase; readonly sql: Sql }): Promise<Decision>;
}

const SENTENCE: Readonly<Record<Exclude<BillingReason, "ok">, string>> = {
  insufficient_funds: "The balance does not cover this; top up the wallet or raise the credit limit, then retry.",
  account_suspended: "The organization is suspended; settle its account, then retry.",
  unknown_sku: "This product has no price, so it cannot be bought; choose another plan.",
  billing_unavailable: "Billing gave no decision, so nothing was created; retry in a moment with the same idempotency key.",
  quota_exceeded: "The workspace's quota is used up; release something or ask for a higher quota, then retry.",
};

/** The refusal of a purchase that billing did not allow (402). */
export function billingDenied({ reason, cause }: Pick<Decision, "reason" | "cause">): DomainError {
  const denied = reason === "ok" ? "billing_unavailable" : reason;
  return new DomainError("billing_denied", SENTENCE[denied], { code: denied, cause });
}
