import { admissionList } from "./admission.ts";
import { billingResourceEligibility } from "./eligibility.ts";
import { quotaList } from "./quota.ts";
import { skuList } from "./sku.ts";
import { usageList } from "./usage.ts";
import { walletOperations } from "./wallet-operations.ts";

export const billingOperations = [
  billingResourceEligibility,
  skuList,
  quotaList,
  usageList,
  admissionList,
  ...walletOperations,
] as const;
