import { alertConstraintErrors } from "./alerts/index.ts";
import { approvalConstraintErrors } from "./approvals/index.ts";
import { billingConstraintErrors } from "./billing/index.ts";
import { blockStorageConstraintErrors } from "./block-storage/index.ts";
import { cdnConstraintErrors } from "./cdn/index.ts";
import { computeConstraintErrors } from "./compute/index.ts";
import { dnsConstraintErrors } from "./dns/index.ts";
import { imageConstraintErrors } from "./images/index.ts";
import { loadBalancingConstraintErrors } from "./load-balancing/index.ts";
import { networkingConstraintErrors } from "./networking/index.ts";
import { objectStorageConstraintErrors } from "./object-storage/index.ts";
import { recoveryConstraintErrors } from "./recovery/index.ts";
import { type ConstraintErrors, refusalOf as refusalBy } from "./request/answers/refusal-of.ts";
import type { DomainError } from "./request/domain-error.ts";
import { secretStoreConstraintErrors } from "./secret-store/index.ts";
import { tenancyConstraintErrors } from "./tenancy/index.ts";
import { webhookConstraintErrors } from "./webhooks/index.ts";

/** The refusal for each constraint of the database. */
export const constraintErrors: ConstraintErrors = {
  ...computeConstraintErrors,
  ...recoveryConstraintErrors,
  ...imageConstraintErrors,
  ...objectStorageConstraintErrors,
  ...networkingConstraintErrors,
  ...loadBalancingConstraintErrors,
  ...cdnConstraintErrors,
  ...dnsConstraintErrors,
  ...secretStoreConstraintErrors,
  ...blockStorageConstraintErrors,
  ...tenancyConstraintErrors,
  ...alertConstraintErrors,
  ...webhookConstraintErrors,
  ...billingConstraintErrors,
  ...approvalConstraintErrors,
};

/** Converts a constraint violation into the refusal that the caller gets. */
export function refusalOf(error: unknown): DomainError {
  return refusalBy(error, constraintErrors);
}
