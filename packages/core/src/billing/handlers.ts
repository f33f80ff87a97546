import { checkEligibility } from "./check-eligibility.ts";
import { listAdmissions } from "./list-admissions.ts";
import { listSkus } from "./list-skus.ts";
import { listUsage } from "./list-usage.ts";
import { listWorkspaceQuotas } from "./list-workspace-quotas.ts";

export const billingHandlers = {
  "admission.list": listAdmissions,
  "billing.resourceEligibility": checkEligibility,
  "quota.list": listWorkspaceQuotas,
  "sku.list": listSkus,
  "usage.list": listUsage,
} as const;
