import { BUDGET_LIMITS } from "@fulmar/contract";
import { conflict, type DomainError } from "../request/domain-error.ts";

export const billingConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  budget_name_unique: () =>
    conflict("name_taken", "The organization has another budget of this name; choose another name."),
  budget_limit: () =>
    conflict(
      "too_many_budgets",
      `The organization has ${BUDGET_LIMITS.budgets} budgets, the most it may have; delete one.`,
    ),
};
