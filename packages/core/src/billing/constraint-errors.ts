import { BUDGET_LIMITS } from "@fulmar/contract";
import { conflict, type DomainError, invalidField } from "../request/domain-error.ts";

export const billingConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  budget_name_unique: () =>
    conflict("name_taken", "The organization has another budget of this name; choose another name."),
  budget_limit: () =>
    conflict(
      "too_many_budgets",
      `The organization has ${BUDGET_LIMITS.budgets} budgets, the most it may have; delete one.`,
    ),
  quota_request_open_unique: () =>
    conflict(
      "quota_request_open",
      "The workspace has an open request for this quota; withdraw it first, or wait until an operator has decided it.",
    ),
  quota_class_pkey: () => conflict("conflict", "There is a class with this id; choose another one."),
  quota_class_name_unique: () => conflict("conflict", "There is a class of this name; choose another one."),
  organization_quota_class_fkey: () =>
    conflict("conflict", "Organizations are of this class; give them another one first."),
  tax_rate_day_unique: () =>
    conflict("conflict", "The country has a tax rate from this day on; delete it first, or choose another day."),
  tax_rate_past_kept: () => invalidField("valid_from", "must be today (UTC) or later; what has begun is only followed"),
};
