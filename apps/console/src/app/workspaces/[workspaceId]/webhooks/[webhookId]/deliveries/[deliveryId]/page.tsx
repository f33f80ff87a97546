import type { Metadata } from "next";
import { route } from "@/server/prefetch.tsx";
import { DeliveryPage } from "@/webhooks/delivery-page.tsx";
import { deliveryInput, webhookInput } from "@/webhooks/webhook-queries.ts";

export const metadata: Metadata = { title: "Delivery of a webhook" };

export default route<PageProps<"/workspaces/[workspaceId]/webhooks/[webhookId]/deliveries/[deliveryId]">>(
  DeliveryPage,
  ({ trpc, ask }, { workspaceId, webhookId, deliveryId }) => [
    ask(trpc.webhook.get.queryOptions(webhookInput(workspaceId, webhookId))),
    ask(trpc.webhookDelivery.get.queryOptions(deliveryInput(workspaceId, webhookId, deliveryId))),
  ],
);
