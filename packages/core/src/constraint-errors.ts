import { blockStorageConstraintErrors } from "./block-storage/index.ts";
import { cdnConstraintErrors } from "./cdn/index.ts";
import { computeConstraintErrors } from "./compute/index.ts";
import { loadBalancingConstraintErrors } from "./load-balancing/index.ts";
import { networkingConstraintErrors } from "./networking/index.ts";
import { objectStorageConstraintErrors } from "./object-storage/index.ts";
import { recoveryConstraintErrors } from "./recovery/index.ts";
import type { DomainError } from "./request/domain-error.ts";
import { type ConstraintErrors, refusalOf as refusalBy } from "./request/refusal-of.ts";
import { secretStoreConstraintErrors } from "./secret-store/index.ts";
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
