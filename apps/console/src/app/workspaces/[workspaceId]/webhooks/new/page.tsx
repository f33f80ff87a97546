import type { Metadata } from "next";
import { CreateWebhookPage } from "@/webhooks/create-webhook-page.tsx";

export const metadata: Metadata = { title: "New webhook" };

export default function NewWebhookPage() {
  return <CreateWebhookPage />;
}
