import { admissionList, billingResourceEligibility } from "./admission.ts";
import { walletOperations } from "./console-operations.ts";
import { quotaList } from "./quota.ts";
import { skuList, usageList } from "./usage.ts";

export * from "./admission.ts";
export * from "./quota.ts";
export * from "./usage.ts";

/** The family's operations, in the documentation's order. */
export const billingOperations = [
  billingResourceEligibility,
  skuList,
  quotaList,
  usageList,
  admissionList,
  ...walletOperations,
] as const;
