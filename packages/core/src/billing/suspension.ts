import type { OperationId } from "@fulmar/contract";
import { queryOf, statement } from "@fulmar/prisma";
import { unpricedSentence } from "../request/change/admission.ts";
import { type AskingHandler, type WorkspaceHandler, withQuestion } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";
import { withoutPrice } from "./quote.ts";

const findStoring = statement(
  "storing_find",
  `SELECT ${isSuspended("$organization_id")} AS suspended, ${withoutPrice("$products::text[]")} AS unpriced`,
);

/** SQL: whether an organization is suspended, by an expression of its id. */
export function isSuspended(organizationId: string): string {
  return `EXISTS (SELECT FROM wallet s WHERE s.organization_id = ${organizationId} AND s.suspended_at IS NOT NULL)`;
}

/**
 * The refusal of what a suspended organization may not do where the specification has no 402.
 * @param then what may be done when the account is settled, as the end of a sentence
 */
export function accountSuspended(then: string): DomainError {
  return new DomainError("forbidden", `The organization is suspended; settle its account, then ${then}.`, {
    code: "account_suspended",
  });
}

/** The refusal to start a VM, or a group, that a budget keeps stopped. The specification has no 402 for it. */
export function budgetHolds(name: string, what = "VM"): DomainError {
  return new DomainError(
    "forbidden",
    `The budget ${name} is spent and keeps this ${what} stopped; ` +
      "ask an owner or billing member of the organization to raise the budget, or wait for the next month.",
    { code: "budget_reached" },
  );
}

/** @throws DomainError 403 for what stores more */
export function requireNotSuspended(suspended: boolean | null): void {
  if (suspended === true) throw accountSuspended("try again");
}

/**
 * The handler of an operation that stores more, such as a snapshot, and that the specification lists no 402 for. A
 * suspended organization gets 403 (docs/billing.md), and so does everybody while what it stores has no price.
 * @param products the codes of what is charged for what it stores
 */
export function unlessSuspended<Id extends OperationId>(
  handler: WorkspaceHandler<Id>,
  products: readonly string[] = [],
): AskingHandler<Id> {
  return withQuestion({
    question: ({ organizationId }) => queryOf(findStoring, { organization_id: organizationId, products }),
    handle: (context, input, [found]) => {
      requireNotSuspended(found?.suspended ?? null);
      requirePrices(found?.unpriced ?? null);
      return handler(context, input);
    },
  });
}

/**
 * The refusal of what is charged by use and has no price, where the specification has no 402.
 * @param unpriced the result of `withoutPrice`
 * @throws DomainError 403
 */
export function requirePrices(unpriced: string | null): void {
  if (unpriced === null) return;
  throw new DomainError("forbidden", unpricedSentence(unpriced), { code: "unknown_sku" });
}
