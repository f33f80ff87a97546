import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { WEBHOOK_DELIVERY_STATUSES } from "./states.ts";

/** An event on its way to a receiver. */
export const WebhookDelivery = z
  .strictObject({
    /** Also the header `webhook-id` of each of its requests. */
    delivery_id: z.string(),
    webhook_id: z.string(),
    /** Null for a test event. */
    event_id: z.string().nullable(),
    type: z.string(),
    resource_id: z.string().nullable(),
    status: z.enum(WEBHOOK_DELIVERY_STATUSES),
    attempt_count: z.int(),
    /** The status of the last answer. Null before the first one, and if the last attempt had none. */
    answer_status: z.int().nullable(),
    /** Null unless an attempt has failed and another one follows. */
    next_attempt_at: Timestamp.nullable(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** One request to the receiver. */
export const WebhookAttempt = z
  .strictObject({
    at: Timestamp,
    duration_ms: z.int(),
    url: z.string(),
    request_headers: z.record(z.string(), z.string()),
    /** Null if there was no answer. */
    status: z.int().nullable(),
    /** At most 20, each of at most 256 characters, without cookies. */
    response_headers: z.record(z.string(), z.string()),
    /** The first 4 KiB. */
    response_body: z.string(),
    /** Why it failed. Null if the answer's status is 200 to 299. */
    error: z.string().nullable(),
  })
  .meta({ id: "WebhookAttempt" });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

const deliveries = { resource: "webhook_delivery", family: "Webhooks" } as const;
const path = "/webhooks/{webhook_id}/deliveries" as const;
const deliveryId = { webhook_id: ResourceId, delivery_id: ResourceId };

const webhookTest = defineOperation({
  ...deliveries,
  resource: "webhook",
  id: "webhook.test",
  method: "POST",
  path: "/webhooks/{webhook_id}/test",
  scope: "webhook.write",
  summary: "Send a test event",
  description: "Sends an event of the type `webhook.test`, regardless of the filter, and returns its delivery.",
  params: { webhook_id: ResourceId },
  output: WebhookDelivery,
  success: 201,
  errors: ["not_found", "conflict"],
});

const webhookDeliveryList = defineOperation({
  ...deliveries,
  id: "webhookDelivery.list",
  method: "GET",
  path,
  scope: "webhook.read",
  summary: "List the deliveries of a webhook of the last 30 days, newest first",
  description: "Lists the deliveries of the families whose read scope the caller has.",
  params: { webhook_id: ResourceId },
  query: { ...pageQuery(), status: z.enum(WEBHOOK_DELIVERY_STATUSES).optional() },
  output: z.array(WebhookDelivery),
  list: true,
  errors: ["not_found"],
});

const webhookDeliveryGet = defineOperation({
  ...deliveries,
  id: "webhookDelivery.get",
  method: "GET",
  path: `${path}/{delivery_id}`,
  scope: "webhook.read",
  summary: "Get a delivery with its body and its attempts",
  description: "`attempts` has the last 100, oldest first. The caller needs the read scope of the event's family.",
  params: deliveryId,
  output: WebhookDelivery.extend({ body: z.string(), attempts: z.array(WebhookAttempt) }).meta({
    id: "WebhookDeliveryDetail",
  }),
  errors: ["not_found"],
});

const webhookDeliveryResend = defineOperation({
  ...deliveries,
  id: "webhookDelivery.resend",
  method: "POST",
  path: `${path}/{delivery_id}/resend`,
  scope: "webhook.write",
  summary: "Send a delivery again",
  description:
    "It is sent with the same `webhook-id` and body, before other deliveries that wait for the same resource.",
  params: deliveryId,
  output: WebhookDelivery,
  errors: ["not_found", "conflict"],
});

export const webhookDeliveryOperations = [
  webhookTest,
  webhookDeliveryList,
  webhookDeliveryGet,
  webhookDeliveryResend,
] as const;
