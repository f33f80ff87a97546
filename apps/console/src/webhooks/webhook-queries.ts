import { WEBHOOK_DELIVERY_STATUSES } from "@fulmar/contract/webhooks";
import { defineList, listIn, type WorkspacePath } from "@/client/list.ts";

export const webhookList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.webhook.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

/** Input of a webhook's pages. Server and browser must use the same input to share the cached answer. */
export function webhookInput(workspaceId: string, webhookId: string) {
  return { workspace_id: workspaceId, webhook_id: webhookId };
}

export function deliveryInput(workspaceId: string, webhookId: string, deliveryId: string) {
  return { ...webhookInput(workspaceId, webhookId), delivery_id: deliveryId };
}

export interface WebhookPath extends WorkspacePath {
  readonly webhookId: string;
}

export const deliveryList = listIn<WebhookPath>()({
  filters: { status: WEBHOOK_DELIVERY_STATUSES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId, webhookId }, page) =>
    trpc.webhookDelivery.list.queryOptions({ ...webhookInput(workspaceId, webhookId), ...page }),
  isChanging: ({ status }) => status === "pending",
  beside: (trpc, { workspaceId, webhookId }) => [trpc.webhook.get.queryOptions(webhookInput(workspaceId, webhookId))],
});
