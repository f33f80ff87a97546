import { WEBHOOK_LIMITS } from "@fulmar/contract";
import { conflict, type DomainError } from "../request/domain-error.ts";
import { getDelivery, listDeliveries, resendDelivery, testWebhook } from "./deliveries.ts";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateWebhook, updateWebhook } from "./webhooks.ts";

export { purgeDeliveries } from "./purge-deliveries.ts";
export { isWebhookSecretInForce, resealWebhookSecrets } from "./secret.ts";
export { serveWebhooks, type WebhookService } from "./serve-webhooks.ts";

export const webhookHandlers = {
  "webhook.list": listWebhooks,
  "webhook.create": createWebhook,
  "webhook.get": getWebhook,
  "webhook.update": updateWebhook,
  "webhook.delete": deleteWebhook,
  "webhook.rotate": rotateWebhook,
  "webhook.test": testWebhook,
  "webhookDelivery.list": listDeliveries,
  "webhookDelivery.get": getDelivery,
  "webhookDelivery.resend": resendDelivery,
} as const;

export const webhookConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  webhook_name_unique: () =>
    conflict("name_taken", "The workspace has another webhook of this name; choose another name."),
  webhook_limit: () =>
    conflict(
      "too_many_webhooks",
      `The workspace has ${WEBHOOK_LIMITS.webhooks} webhooks, the most it may have; delete one.`,
    ),
};
