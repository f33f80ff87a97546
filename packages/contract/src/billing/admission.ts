import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, Timestamp } from "../values/fields.ts";
import { DecimalText } from "./usage.ts";

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

/** Billing of the public API. It does not reveal the balance. The price is null if the SKU is unknown. */
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
    "A billable create makes the same decision itself. The answer holds for this moment and reserves " +
    "nothing; every request is decided again.",
  safe: true,
  body: ResourceEligibilityRequest,
  output: ResourceEligibility,
});

/** A decision of billing on a purchase: the buyer, the price, and the reason it was allowed or denied. */
export const Admission = z
  .strictObject({
    admission_id: z.string(),
    /** The operation that requested it, such as `cloudVm.create`. */
    action: z.string(),
    sku_code: z.string(),
    /** In the SKU's unit. */
    quantity: z.int(),
    allowed: z.boolean(),
    reason: BillingReason,
    /** Per hour for the whole quantity. Null if the SKU is unknown. */
    hourly_price: DecimalText.nullable(),
    currency: z.string().nullable(),
    actor_type: z.enum(["token", "user"]),
    actor_id: z.string(),
    actor_name: z.string(),
    /** The resource that was created or changed. Null if the purchase was denied before the resource existed. */
    resource_id: z.string().nullable(),
    request_id: z.string(),
    at: Timestamp,
  })
  .meta({ id: "Admission" });
export type Admission = z.infer<typeof Admission>;

export const admissionList = defineOperation({
  id: "admission.list",
  resource: "admission",
  family: "Billing",
  method: "GET",
  path: "/billing/admissions",
  scope: "billing.read",
  summary: "List billing's decisions about purchases in the workspace",
  description:
    "Every billable request of the last 90 days that reached a billing decision, allowed or denied, with " +
    "the reason, newest first. Checks (`POST /billing/resource-eligibility`) and requests that were " +
    "refused for other reasons are not listed.",
  query: { ...pageQuery(), allowed: z.boolean().optional() },
  output: z.array(Admission),
  list: true,
});
