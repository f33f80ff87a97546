import { blockStorageConstraintErrors } from "./block-storage/constraint-errors.ts";
import { cdnConstraintErrors } from "./cdn/constraint-errors.ts";
import { computeConstraintErrors } from "./compute/constraint-errors.ts";
import { loadBalancingConstraintErrors } from "./load-balancing/constraint-errors.ts";
import { networkingConstraintErrors } from "./networking/constraint-errors.ts";
import { objectStorageConstraintErrors } from "./object-storage/constraint-errors.ts";
import { recoveryConstraintErrors } from "./recovery/constraint-errors.ts";
import type { DomainError } from "./request/domain-error.ts";
import { secretStoreConstraintErrors } from "./secret-store/constraint-errors.ts";
import { tenancyConstraintErrors } from "./tenancy/index.ts";

/** What it means to a caller when a constraint of the database refuses a write, by the constraint's name. */
export const constraintErrors: Readonly<Record<string, () => DomainError>> = {
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
