import { z } from "zod";
import { pageQuery, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { BillingReason } from "./eligibility.ts";
import { DecimalText } from "./sku.ts";

/** What billing decided when something was bought: who wanted what, at which price, and why it was allowed or not. */
export const Admission = z
  .strictObject({
    admission_id: z.string(),
    /** The operation that asked, such as `cloudVm.create`. */
    action: z.string(),
    sku_code: z.string(),
    /** In the SKU's unit. */
    quantity: z.int(),
    allowed: z.boolean(),
    reason: BillingReason,
    /** For an hour of the whole quantity; null where the SKU is unknown. */
    hourly_price: DecimalText.nullable(),
    currency: z.string().nullable(),
    actor_type: z.enum(["token", "user"]),
    actor_id: z.string(),
    actor_name: z.string(),
    /** What was made or changed; null where it was denied before there was anything. */
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
  summary: "List what billing decided about purchases in the workspace",
  description:
    "Newest first. Every billable request that came as far as its billing decision, allowed or denied, with the reason, for 90 days. Questions (`POST /billing/resource-eligibility`) and requests that were refused for another reason are not among them.",
  query: { ...pageQuery(), allowed: z.boolean().optional() },
  output: z.array(Admission),
  list: true,
});
