import type { Metadata } from "next";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { ReserveIpPage } from "@/reserved-ips/reserve-ip-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Reserve an IP" };

export default route<PageProps<"/workspaces/[workspaceId]/reserved-ips/new">>(
  ReserveIpPage,
  ({ trpc, ask }, { workspaceId }) => [ask(sitesQuestion(trpc, { workspaceId }))],
);
