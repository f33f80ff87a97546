export { billingConstraintErrors } from "./constraint-errors.ts";
export { CURRENCY, CURRENCY_COLUMN, readCurrency } from "./currency.ts";
export { readBillingDetails, setBillingDetailsIn } from "./details.ts";
export { setCreditIn, setWallet, topUpIn, topUpWallet } from "./fund-wallet.ts";
export { billingHandlers } from "./handlers.ts";
export { createAdmission } from "./http-admission.ts";
export { DEBT, INVOICE_COLUMNS, INVOICE_PRESENT, invoicePdfFor, toInvoice } from "./invoices.ts";
export { issueInvoices } from "./issue-invoices.ts";
export { meterUsage } from "./meter-usage.ts";
export { type PaymentDoor, paymentDoor } from "./payment-door.ts";
export { PAYEE, PAYMENT_COLUMNS, toPayment } from "./payments.ts";
export {
  assignPriceBook,
  createPriceBook,
  listAssignments,
  listPriceBooks,
  removeDiscount,
  removePriceBook,
  renamePriceBook,
  STANDARD_BOOK,
  setDiscount,
  unassignPriceBook,
} from "./price-books.ts";
export { seedProducts } from "./price-list.ts";
export { type PricePreview, previewPrices } from "./price-preview.ts";
export { listPrices, listUnpriced, type PriceChange, removePrice, setPrice } from "./prices.ts";
export { isProduct } from "./products.ts";
export {
  giveDefaultQuotas,
  listQuotas,
  readDefaultQuotas,
  readQuotas,
  setDefaultQuota,
  setQuota,
  unsetQuota,
} from "./quota.ts";
export { setClassLimitsIn, setOrganizationClassIn } from "./quota-classes.ts";
export { decided, grantQuotaIn, refuseQuotaIn } from "./quota-requests.ts";
export { exceededQuota, quoteColumns, withoutPrice } from "./quote.ts";
export { billingReconcilers } from "./reconcilers.ts";
export { refundIn } from "./refunds.ts";
export { cancelPaymentIn, confirmPaymentIn } from "./settle-payment.ts";
export { resumeIn, resumeWallet, suspendIn, suspendWallet } from "./suspend-wallet.ts";
export {
  accountSuspended,
  budgetHolds,
  isSuspended,
  requireNotSuspended,
  requirePrices,
  unlessSuspended,
} from "./suspension.ts";
export { BucketTransfers } from "./transfers.ts";
export { requireVatNumber } from "./vat-number.ts";
export { listLedger, readWallet } from "./wallet.ts";
