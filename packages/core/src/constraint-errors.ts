import { blockStorageConstraintErrors } from "./block-storage/index.ts";
import { cdnConstraintErrors } from "./cdn/constraint-errors.ts";
import { computeConstraintErrors } from "./compute/index.ts";
import { loadBalancingConstraintErrors } from "./load-balancing/constraint-errors.ts";
import { networkingConstraintErrors } from "./networking/constraint-errors.ts";
import { objectStorageConstraintErrors } from "./object-storage/constraint-errors.ts";
import { recoveryConstraintErrors } from "./recovery/index.ts";
import type { DomainError } from "./request/domain-error.ts";
import { type ConstraintErrors, refusalOf as refusalBy } from "./request/refusal-of.ts";
import { secretStoreConstraintErrors } from "./secret-store/constraint-errors.ts";
import { tenancyConstraintErrors } from "./tenancy/index.ts";

/** What every constraint of the database means to a caller. */
export const constraintErrors: ConstraintErrors = {
  ...computeConstraintErrors,
  ...recoveryConstraintErrors,
  ...objectStorageConstraintErrors,
  ...networkingConstraintErrors,
  ...loadBalancingConstraintErrors,
  ...cdnConstraintErrors,
  ...secretStoreConstraintErrors,
  ...blockStorageConstraintErrors,
  ...tenancyConstraintErrors,
};

/** Turns what went wrong into what may be said of it. */
export function refusalOf(error: unknown): DomainError {
  return refusalBy(error, constraintErrors);
}
