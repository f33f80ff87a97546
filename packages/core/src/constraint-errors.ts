import { blockStorageConstraintErrors } from "./block-storage/constraint-errors.ts";
import { cdnConstraintErrors } from "./cdn/index.ts";
import { computeConstraintErrors } from "./compute/constraint-errors.ts";
import { loadBalancingConstraintErrors } from "./load-balancing/index.ts";
import { networkingConstraintErrors } from "./networking/index.ts";
import { objectStorageConstraintErrors } from "./object-storage/index.ts";
import { recoveryConstraintErrors } from "./recovery/constraint-errors.ts";
import type { DomainError } from "./request/domain-error.ts";
import { secretStoreConstraintErrors } from "./secret-store/index.ts";
import { tenancyConstraintErrors } from "./tenancy/tenancy-refusals.ts";

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
