import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { failingWebhookList, NOWHERE, switchedOffWebhookList } from "@/operator/operator-queries.ts";
import { OperatorWebhookPage } from "@/operator/webhooks/webhook-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Webhooks" };

export default route<PageProps<"/operator/webhooks">>(OperatorWebhookPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(failingWebhookList, trpc, NOWHERE, search)),
  ask(firstPage(switchedOffWebhookList, trpc, NOWHERE, search)),
]);
