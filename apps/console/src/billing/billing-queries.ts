import {
  type BillingReason,
  type Membership,
  PAYMENT_STATES,
  type UsageGrouping,
  WALLET_READER_ROLES,
} from "@fulmar/contract";
import {
  defineList,
  listIn,
  type OrganizationPath,
  WHOLE_LIST,
  type WorkspacePath,
  wholeInput,
} from "@/client/list.ts";
import { rangeOf, type UsagePeriod } from "./usage-period.ts";

/** Whether a user may see the wallet of their organization. */
export function mayReadWallet({ role }: Pick<Membership, "role">): boolean {
  return WALLET_READER_ROLES.includes(role);
}

/** Inputs of the billing pages. Server and browser must use the same inputs to share the cached answers. */
export function walletInput(organizationId: string) {
  return { organization_id: organizationId };
}

/** The workspace's usage of this month by product. Without `from`, the operation begins at the start of the month. */
export function monthInput(workspaceId: string) {
  return { ...wholeInput(workspaceId), group_by: "sku" as const };
}

export function forecastInput(workspaceId: string) {
  return { workspace_id: workspaceId };
}

/** A month of days with about thirty products each fits on one page. */
export function usageByDayInput(workspaceId: string, period: UsagePeriod) {
  return { ...wholeInput(workspaceId), ...rangeOf(period), group_by: "day" as const };
}

export interface UsagePath extends WorkspacePath {
  readonly period: UsagePeriod;
  readonly by: UsageListing;
}

/** The list of a period's usage. */
export type UsageListing = Exclude<UsageGrouping, "day">;

/** The listing that the page's address names. */
export function listingOf(by: string | string[] | null | undefined): UsageListing {
  return by === "resource" || by === "tag" ? by : "sku";
}

/**
 * The usage of a period by product, resource or tag. The chart above it is not paged, so its pages have a fixed size.
 */
export const usageList = listIn<UsagePath>()({
  ...WHOLE_LIST,
  pageSize: 50,
  ask: (trpc, { workspaceId, period, by }, page) =>
    trpc.usage.list.queryOptions({ workspace_id: workspaceId, ...rangeOf(period), group_by: by, ...page }),
  refersTo: ({ resource_id }) => [resource_id],
  everyMs: false,
});

/** The ledger is not polled: the wallet's announcements refetch it. */
export const ledgerList = listIn<OrganizationPath>()({
  ...WHOLE_LIST,
  ask: (trpc, { organizationId }, page) =>
    trpc.wallet.ledger.queryOptions({ organization_id: organizationId, ...page }),
  everyMs: false,
});

export function previewInput(workspaceId: string) {
  return { workspace_id: workspaceId };
}

export function detailsInput(workspaceId: string) {
  return { workspace_id: workspaceId };
}

export function invoiceInput(workspaceId: string, invoiceId: string) {
  return { workspace_id: workspaceId, invoice_id: invoiceId };
}

export function paymentInput(workspaceId: string, paymentId: string) {
  return { workspace_id: workspaceId, payment_id: paymentId };
}

/** The wallet's announcements refetch it. */
export const paymentList = defineList({
  filters: { state: PAYMENT_STATES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, { sort: _, ...page }) =>
    trpc.payment.list.queryOptions({ workspace_id: workspaceId, ...page }),
  everyMs: false,
});

export function budgetInput(workspaceId: string, budgetId: string) {
  return { workspace_id: workspaceId, budget_id: budgetId };
}

export const budgetList = defineList({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId }, page) => trpc.budget.list.queryOptions({ workspace_id: workspaceId, ...page }),
  everyMs: false,
});

/** The meter's announcements refetch it. */
export const invoiceList = defineList({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId }, page) => trpc.invoice.list.queryOptions({ workspace_id: workspaceId, ...page }),
  everyMs: false,
});

export const admissionList = defineList({
  filters: { allowed: ["true", "false"] },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, { allowed, ...page }) =>
    trpc.admission.list.queryOptions({
      workspace_id: workspaceId,
      ...page,
      ...(allowed !== undefined && { allowed: allowed === "true" }),
    }),
  beside: (trpc, { workspaceId }) => [trpc.sku.list.queryOptions(wholeInput(workspaceId))],
});

/** The reasons of decisions, as a word and as a sentence. */
export const REASONS: Readonly<Record<BillingReason, readonly [word: string, sentence: string]>> = {
  ok: ["allowed", "Balance and credit limit pay for at least one hour of it."],
  insufficient_funds: [
    "insufficient funds",
    "Balance and credit limit do not pay for an hour of it. Top up the wallet or raise the credit limit.",
  ],
  account_suspended: [
    "suspended",
    "The organization is suspended, so nothing can be bought. Existing resources keep running.",
  ],
  unknown_sku: ["no price", "The product has no price yet, so it is not sold."],
  billing_unavailable: ["no decision", "Billing gave no decision in time, so it was denied. Try again in a moment."],
  quota_exceeded: [
    "quota exceeded",
    "A quota of this workspace is used up. Release something or ask for a higher quota.",
  ],
};
