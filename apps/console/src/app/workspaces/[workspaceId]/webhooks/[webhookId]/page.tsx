import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { WebhookPage } from "@/webhooks/webhook-page.tsx";
import { deliveryList } from "@/webhooks/webhook-queries.ts";

export const metadata: Metadata = { title: "Webhook" };

export default listRoute(deliveryList, WebhookPage);
