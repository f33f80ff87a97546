// Without schemas, so that pages that show them do not load zod.

/** `cancelled`: the webhook was switched off or deleted before it was sent. */
export const WEBHOOK_DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

/** Why Fulmar switched a webhook off: the receiver answered 410, or a delivery failed for three days. */
export const WEBHOOK_DISABLED_REASONS = ["gone", "failing"] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** `failingHours`: a delivery fails for so long before its webhook is switched off. */
export const WEBHOOK_LIMITS = { webhooks: 50, eventTypes: 50, url: 2048, answerBytes: 4096, failingHours: 72 } as const;

/** The type of the event that `webhook.test` sends. */
export const TEST_EVENT_TYPE = "webhook.test";

/** All types, all of a resource such as `cloud_vm.*`, or one such as `cloud_vm.created`. */
export const EVENT_TYPE_PATTERN = /^(\*|[a-z][a-z0-9_]*\.(\*|[a-z][a-z0-9_]*))$/;

/** Whether a filter of event types has a pattern that matches a type. */
export function matchesEventType(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === "*" || pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1))),
  );
}
