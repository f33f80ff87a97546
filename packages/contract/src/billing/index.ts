import { admissionList, billingResourceEligibility } from "./admission.ts";
import { budgetOperations } from "./budget.ts";
import { walletOperations } from "./console-operations.ts";
import { billingDetailsOperations } from "./details.ts";
import { invoiceOperations } from "./invoice.ts";
import { paymentOperations } from "./payment.ts";
import { quotaList } from "./quota.ts";
import { quotaRequestOperations } from "./quota-request.ts";
import { skuList, usageForecast, usageList } from "./usage.ts";

export * from "./admission.ts";
export { Budget, type BudgetSelector, CreateBudget, UpdateBudget } from "./budget.ts";
export * from "./countries.ts";
export * from "./currency.ts";
export * from "./details.ts";
export * from "./invoice.ts";
export * from "./limits.ts";
export { NewPayment, Payment } from "./payment.ts";
export * from "./quota.ts";
export { NewQuotaRequest, QuotaRequest } from "./quota-request.ts";
export * from "./usage.ts";

/** The family's operations, in the documentation's order. */
export const billingOperations = [
  billingResourceEligibility,
  skuList,
  quotaList,
  ...quotaRequestOperations,
  usageList,
  usageForecast,
  admissionList,
  ...invoiceOperations,
  ...billingDetailsOperations,
  ...paymentOperations,
  ...budgetOperations,
  ...walletOperations,
] as const;
