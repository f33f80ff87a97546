import type { Metadata } from "next";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { ReservedIpPage } from "@/reserved-ips/reserved-ip-page.tsx";
import { referredBy, reservedIpQuestion } from "@/reserved-ips/reserved-ip-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Reserved IP" };

export default route<PageProps<"/workspaces/[workspaceId]/reserved-ips/[reservedIpId]">>(
  ReservedIpPage,
  ({ trpc, ask, askNames }, path) => [
    ask(reservedIpQuestion(trpc, path)).then((ip) => askNames(path, referredBy(ip))),
    ask(sitesQuestion(trpc, path)),
  ],
);
