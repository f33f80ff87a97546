import { checkEligibility, listAdmissions } from "./admissions.ts";
import { getInvoice, getInvoiceFile, listInvoices, previewInvoice } from "./invoices.ts";
import { listUsage } from "./list-usage.ts";
import { listSkus } from "./price-list.ts";
import { listWorkspaceQuotas } from "./quota.ts";
import { getWallet, listOwnLedger } from "./wallet.ts";

export const billingHandlers = {
  "admission.list": listAdmissions,
  "billing.resourceEligibility": checkEligibility,
  "invoice.list": listInvoices,
  "invoice.get": getInvoice,
  "invoice.file": getInvoiceFile,
  "invoice.preview": previewInvoice,
  "quota.list": listWorkspaceQuotas,
  "sku.list": listSkus,
  "usage.list": listUsage,
  "wallet.get": getWallet,
  "wallet.ledger": listOwnLedger,
} as const;
