import type { ResourceDefinition } from "../declaration/resource.ts";

export const webhookResources = {
  webhook: {
    title: ["Webhook", "Webhooks"],
    prefix: "whk",
    parameter: "webhook_id",
    field: "webhook_id",
    parents: [],
    scope: "webhook.read",
    topic: "webhook",
    page: "webhooks/{id}",
  },
  webhook_delivery: {
    title: ["Delivery", "Deliveries"],
    prefix: "whd",
    parameter: "delivery_id",
    field: "delivery_id",
    parents: ["webhook"],
    scope: "webhook.read",
    // Announcing each delivery would cost more than the delivery.
    topic: null,
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
