import type { BillingReason, QuotaResource } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import type { Workspace } from "./caller.ts";
import { DomainError } from "./domain-error.ts";

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

/** Something that costs money while it exists. */
export interface Purchase {
  readonly skuCode: string;
  /** In the SKU's unit: instances, gigabytes, addresses. */
  readonly quantity?: number;
  /**
   * What it adds to what quotas count, where something that exists only grows. Otherwise it is a new one, and the SKU
   * tells.
   */
  readonly adds?: Readonly<Partial<Record<QuotaResource, number>>>;
  /** What a statement of the same transaction has read in the books already; only where the workspace has no quotas. */
  readonly quote?: Quote | undefined;
}

/** A quota that a purchase would exceed. */
export interface ExceededQuota {
  readonly resource: QuotaResource;
  readonly limit: number;
  readonly used: number;
  readonly added: number;
}

export interface Decision {
  readonly allowed: boolean;
  readonly reason: BillingReason;
  /** Decimal text per hour for the whole quantity; null where there is no price. */
  readonly hourlyPrice: string | null;
  readonly currency: string | null;
  /** With the reason `quota_exceeded`, where the quota is one of ours. */
  readonly quota?: ExceededQuota;
  /** What kept billing from a decision, for the log. */
  readonly cause?: unknown;
}

/** A purchase that was wanted in earnest, and what was decided. */
export interface Decided {
  readonly purchase: Purchase;
  readonly decision: Decision;
}

/**
 * Decides whether an organization may buy; what cannot be decided is denied (spec: fail closed). It throws only where
 * our own database fails, which ends the request as a whole.
 */
export interface BillingAdmission {
  decide(request: AdmissionRequest): Promise<Decision>;
}

export interface AdmissionRequest {
  readonly workspace: Workspace;
  readonly purchase: Purchase;
  readonly sql: Sql;
  /** Whether it is bought now, in the transaction of `sql`; otherwise it is only asked for. */
  readonly binding: boolean;
}

const SENTENCE: Readonly<Record<Exclude<BillingReason, "ok" | "quota_exceeded">, string>> = {
  insufficient_funds: "The balance does not cover this; top up the wallet or raise the credit limit, then retry.",
  account_suspended: "The organization is suspended; settle its account, then retry.",
  unknown_sku: "This product has no price, so it cannot be bought; choose another plan.",
  billing_unavailable:
    "Billing gave no decision, so nothing was created; retry in a moment with the same idempotency key.",
};

/** The refusal of a purchase that was not allowed: 402 by billing, 403 by a quota (ADR 0011). */
export function billingDenied({ reason, quota, cause }: Pick<Decision, "reason" | "quota" | "cause">): DomainError {
  if (reason === "quota_exceeded") return new DomainError("forbidden", quotaSentence(quota), { code: reason });
  const denied = reason === "ok" ? "billing_unavailable" : reason;
  return new DomainError("billing_denied", SENTENCE[denied], { code: denied, cause });
}

function quotaSentence(quota: ExceededQuota | undefined): string {
  const remedy = "release something or ask for a higher quota, then retry";
  if (quota === undefined) return `The workspace's quota is used up; ${remedy}.`;
  const { resource, limit, used, added } = quota;
  return `The workspace's quota of ${resource} is ${limit}, ${used} of it used, and this takes ${added}; ${remedy}.`;
}
