export { billingConstraintErrors } from "./constraint-errors.ts";
export { setCreditIn, setWallet, topUpIn, topUpWallet } from "./fund-wallet.ts";
export { billingHandlers } from "./handlers.ts";
export { createAdmission } from "./http-admission.ts";
export { CURRENCY, seedPriceList } from "./price-list.ts";
export {
  giveDefaultQuotas,
  listQuotas,
  readDefaultQuotas,
  readQuotas,
  setDefaultQuota,
  setQuota,
  unsetQuota,
} from "./quota.ts";
export { exceededQuota, quoteColumns } from "./quote.ts";
export { billingReconcilers } from "./reconcilers.ts";
export { resumeIn, resumeWallet, suspendIn, suspendWallet } from "./suspend-wallet.ts";
export {
  accountSuspended,
  isSuspended,
  requireNotSuspended,
  type Suspension,
  suspensionQuery,
  unlessSuspended,
} from "./suspension.ts";
export { BucketTransfers } from "./transfers.ts";
export { listLedger, readWallet } from "./wallet.ts";
