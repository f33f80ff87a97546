import type { BillingReason, QuotaResource } from "@fulmar/contract";
import { errorDetail, type Sql, violatedConstraint } from "@fulmar/prisma";
import type { Workspace } from "../caller.ts";
import { DomainError } from "../domain-error.ts";

/** The price, quota and wallet check of a purchase, from our own database. */
export interface Quote {
  /** The purchase's addition to the price of an hour, decimal text. */
  readonly hourly_price: string;
  readonly currency: string;
  /** Who suspended the organization, or null if it is not suspended. */
  readonly suspended_by: "operator" | "metering" | "dunning" | null;
  /** Whether it adds anything: a move to what costs less does not. */
  readonly raises: boolean;
  /** The first quota that the purchase would exceed. */
  readonly quota: ExceededQuota | null;
  /** Whether balance and credit limit carry the purchase and what runs for the time that they must. */
  readonly covered: boolean;
}

/** Something that costs money while it exists. */
export interface Purchase {
  readonly skuCode: string;
  /** In the SKU's unit: instances, gigabytes, addresses. */
  readonly quantity?: number;
  /**
   * The purchase's addition to the quotas when an existing resource grows. Without it, the purchase is a new resource
   * and the SKU determines the quota.
   */
  readonly adds?: Readonly<Partial<Record<QuotaResource, number>>>;
  /** Other products whose quantities change with it. What is given up has a negative quantity. */
  readonly also?: readonly { readonly skuCode: string; readonly quantity: number }[];
  /** A quote that another statement of this transaction has already read. */
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
  /** The purchase's addition to the price of an hour, decimal text. Null if there is no price. */
  readonly hourlyPrice: string | null;
  readonly currency: string | null;
  /** Set with the reason `quota_exceeded` if the quota is one of ours. */
  readonly quota?: ExceededQuota;
  /** Set with the reason `unknown_sku`: the names of the products that have no price. */
  readonly unpriced?: string | null;
  /** Why billing could not decide, for the log. */
  readonly cause?: unknown;
}

/** A binding purchase and its decision. */
export interface Decided {
  readonly purchase: Purchase;
  readonly decision: Decision;
}

/**
 * Decides whether an organization may buy. A purchase that cannot be decided is denied. Throws only
 * if our own database fails, which fails the whole request.
 */
export interface BillingAdmission {
  decide(request: AdmissionRequest): Promise<Decision>;
  /** For how many hours the wallet must carry a binding purchase and what runs. Null if it is not asked. */
  readonly boundHours: number | null;
  /** Counts what runs anew. @returns whether a denial for funds may change by that */
  recount(sql: Sql, workspace: Workspace): Promise<boolean>;
}

export interface AdmissionRequest {
  readonly workspace: Workspace;
  readonly purchase: Purchase;
  readonly sql: Sql;
  /** True if the purchase is made in the transaction of `sql`. False for a preflight. */
  readonly binding: boolean;
}

const SENTENCE: Readonly<Record<Exclude<BillingReason, "ok" | "quota_exceeded" | "unknown_sku">, string>> = {
  insufficient_funds: "The balance does not cover this; top up the wallet or raise the credit limit, then retry.",
  account_suspended: "The organization is suspended; settle its account, then retry.",
  billing_unavailable:
    "Billing gave no decision, so nothing was created; retry in a moment with the same idempotency key.",
};

/** The refusal of a denied purchase: 402 from billing, 403 from a quota (ADR 0011). */
export function billingDenied({
  reason,
  quota,
  unpriced = null,
  cause,
}: Pick<Decision, "reason" | "quota" | "unpriced" | "cause">): DomainError {
  if (reason === "quota_exceeded") return new DomainError("forbidden", quotaSentence(quota), { code: reason });
  if (reason === "unknown_sku") return new DomainError("billing_denied", unpricedSentence(unpriced), { code: reason });
  const denied = reason === "ok" ? "billing_unavailable" : reason;
  return new DomainError("billing_denied", SENTENCE[denied], { code: denied, cause });
}

/** The sentence of a refusal for what is not sold yet. @param products their names */
export function unpricedSentence(products: string | null): string {
  return (
    `There is no price yet for ${products ?? "this product"}, so it is not sold; ` +
    "choose something else, or ask who runs this installation to set one."
  );
}

function quotaSentence(quota: ExceededQuota | undefined): string {
  const remedy = "release something or ask for a higher quota, then retry";
  if (quota === undefined) return `The workspace's quota is used up; ${remedy}.`;
  const { resource, limit, used, added } = quota;
  return (
    `The workspace's quota of ${resource} is ${limit}, of which ${used} is used, and this request needs ${added}; ` +
    `${remedy}.`
  );
}

const QUOTA_KEPT = "quota_kept";
const BUDGET_KEPT = "budget_kept";

/**
 * Whether a purchase was too much when it became binding: by another one that was committed after its decision (ADR
 * 0038), or by a budget that refuses (ADR 0119).
 */
export function isBoughtMeanwhile(error: unknown): boolean {
  return ["commitment_covered", QUOTA_KEPT, BUDGET_KEPT].includes(violatedConstraint(error) ?? "");
}

/** The refusal for that, when deciding again did not help. */
export function boughtMeanwhile(error: unknown): DomainError {
  if (violatedConstraint(error) === BUDGET_KEPT) return budgetReached(errorDetail(error) ?? "");
  return billingDenied({ reason: violatedConstraint(error) === QUOTA_KEPT ? "quota_exceeded" : "insufficient_funds" });
}

function budgetReached(name: string): DomainError {
  return new DomainError(
    "billing_denied",
    `The budget ${name} refuses this: with it, the month would cost more than the budget's amount. ` +
      "Ask an owner or billing member of the organization to raise the budget, or delete what you do not need.",
    { code: "budget_reached" },
  );
}

/** Whether a purchase was denied for funds. */
export function lacksFunds(decided: readonly Decided[]): boolean {
  return decided.some(({ decision }) => decision.reason === "insufficient_funds");
}
