import { checkEligibility, listAdmissions } from "./admissions.ts";
import { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from "./budgets.ts";
import { getBillingDetails, updateBillingDetails } from "./details.ts";
import { getInvoice, getInvoiceFile, listInvoices, previewInvoice } from "./invoices.ts";
import { listUsage } from "./list-usage.ts";
import { forecastUsage } from "./month-cost.ts";
import { createPayment, getPayment, listPayments } from "./payments.ts";
import { listSkus } from "./price-list.ts";
import { listWorkspaceQuotas } from "./quota.ts";
import { createQuotaRequest, getQuotaRequest, listQuotaRequests, withdrawQuotaRequest } from "./quota-requests.ts";
import { getWallet, listOwnLedger } from "./wallet.ts";

export const billingHandlers = {
  "admission.list": listAdmissions,
  "billing.resourceEligibility": checkEligibility,
  "billingDetails.get": getBillingDetails,
  "billingDetails.update": updateBillingDetails,
  "budget.list": listBudgets,
  "budget.create": createBudget,
  "budget.get": getBudget,
  "budget.update": updateBudget,
  "budget.delete": deleteBudget,
  "invoice.list": listInvoices,
  "invoice.get": getInvoice,
  "invoice.file": getInvoiceFile,
  "invoice.preview": previewInvoice,
  "payment.list": listPayments,
  "payment.create": createPayment,
  "payment.get": getPayment,
  "quota.list": listWorkspaceQuotas,
  "quotaRequest.list": listQuotaRequests,
  "quotaRequest.create": createQuotaRequest,
  "quotaRequest.get": getQuotaRequest,
  "quotaRequest.withdraw": withdrawQuotaRequest,
  "sku.list": listSkus,
  "usage.forecast": forecastUsage,
  "usage.list": listUsage,
  "wallet.get": getWallet,
  "wallet.ledger": listOwnLedger,
} as const;
