import { webhookDeliveryOperations } from "./delivery.ts";
import { webhookOperations as ofWebhooks } from "./webhook.ts";

export * from "./delivery.ts";
export * from "./states.ts";
export { CreateWebhook, UpdateWebhook, Webhook } from "./webhook.ts";

/** The family's operations, in the documentation's order. */
export const webhookOperations = [...ofWebhooks, ...webhookDeliveryOperations] as const;
