import type { Configuration } from "@fulmar/config";
import type { BillingAdmission } from "../request/admission.ts";
import { HttpAdmission } from "./http-admission.ts";
import { walletAdmission } from "./wallet-admission.ts";

/** The wallet decides, or, where one is configured, the admission service outside. */
export function createAdmission({
  billingUrl,
  billingTimeoutMs,
}: Pick<Configuration, "billingUrl" | "billingTimeoutMs">): BillingAdmission {
  return billingUrl === undefined
    ? walletAdmission
    : new HttpAdmission({ url: billingUrl, timeoutMs: billingTimeoutMs });
}
