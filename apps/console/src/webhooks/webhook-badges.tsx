import type { Webhook, WebhookDelivery } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

const TONE: Readonly<Record<WebhookDelivery["status"], Tone>> = {
  pending: "busy",
  delivered: "good",
  failed: "bad",
  cancelled: "quiet",
};

export function DeliveryBadge({ delivery }: { delivery: WebhookDelivery }) {
  const { status, attempt_count } = delivery;
  const retrying = status === "pending" && attempt_count > 0;
  return (
    <StatusBadge tone={retrying ? "warn" : TONE[status]} changing={status === "pending"}>
      {retrying ? "trying again" : status}
    </StatusBadge>
  );
}

export function WebhookBadge({ webhook: { enabled, disabled_reason } }: { webhook: Webhook }) {
  if (enabled) return <StatusBadge tone="good">on</StatusBadge>;
  return <StatusBadge tone={disabled_reason === null ? "quiet" : "bad"}>off</StatusBadge>;
}
