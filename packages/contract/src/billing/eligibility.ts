import { z } from "zod";
import { Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { DecimalText } from "./sku.ts";

export const BillingReason = z.enum([
  "ok",
  "insufficient_funds",
  "account_suspended",
  "unknown_sku",
  "billing_unavailable",
  "quota_exceeded",
]);
export type BillingReason = z.infer<typeof BillingReason>;

export const ResourceEligibilityRequest = z
  .strictObject({ sku_code: z.string().min(1).max(128) })
  .meta({ id: "ResourceEligibilityRequest", examples: [{ sku_code: "vm.small" }] });

/** spec: Billing. It names no balance; the price is null where the SKU is unknown. */
export const ResourceEligibility = z
  .strictObject({
    allowed: z.boolean(),
    sku_code: z.string(),
    reason: BillingReason,
    hourly_price: DecimalText.nullable(),
    currency: z.string().nullable(),
    decided_at: Timestamp,
  })
  .meta({ id: "ResourceEligibility" });

export const billingResourceEligibility = defineOperation({
  id: "billing.resourceEligibility",
  resource: "admission",
  family: "Billing",
  method: "POST",
  path: "/billing/resource-eligibility",
  scope: "billing.read",
  summary: "Ask whether a product could be bought now",
  description:
    "The decision that a billable create makes by itself. It holds for this moment, reserves nothing, and is made afresh for every request.",
  safe: true,
  body: ResourceEligibilityRequest,
  output: ResourceEligibility,
});
