import { admissionList, billingResourceEligibility } from "./admission.ts";
import { quotaList } from "./quota.ts";
import { skuList, usageList } from "./usage.ts";
import { walletOperations } from "./wallet-operations.ts";

export const billingOperations = [
  billingResourceEligibility,
  skuList,
  quotaList,
  usageList,
  admissionList,
  ...walletOperations,
] as const;
