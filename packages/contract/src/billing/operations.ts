import { billingResourceEligibility } from "./eligibility.ts";
import { skuList } from "./sku.ts";

export const billingOperations = [billingResourceEligibility, skuList] as const;
