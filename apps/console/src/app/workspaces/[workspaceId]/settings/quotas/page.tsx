import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";
import { QuotasPage } from "@/settings/quotas-page.tsx";
import { quotaInput, quotaRequestList } from "@/settings/settings-queries.ts";

export const metadata: Metadata = { title: "Quotas" };

export default route<PageProps<"/workspaces/[workspaceId]/settings/quotas">>(
  QuotasPage,
  ({ trpc, ask }, { workspaceId }, search) => [
    ask(trpc.quota.list.queryOptions(quotaInput(workspaceId))),
    ask(firstPage(quotaRequestList, trpc, { workspaceId }, search)),
  ],
);
