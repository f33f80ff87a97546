import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { WebhookListPage } from "@/webhooks/webhook-list.tsx";
import { webhookList } from "@/webhooks/webhook-queries.ts";

export const metadata: Metadata = { title: "Webhooks" };

export default listRoute(webhookList, WebhookListPage);
