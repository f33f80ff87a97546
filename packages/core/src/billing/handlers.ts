import { checkEligibility } from "./check-eligibility.ts";
import { listSkus } from "./list-skus.ts";

export const billingHandlers = {
  "billing.resourceEligibility": checkEligibility,
  "sku.list": listSkus,
} as const;
