import type { Metadata } from "next";
import { route } from "@/server/prefetch.tsx";
import { QuotasPage } from "@/settings/quotas-page.tsx";
import { quotaInput } from "@/settings/settings-queries.ts";

export const metadata: Metadata = { title: "Quotas" };

export default route<PageProps<"/workspaces/[workspaceId]/settings/quotas">>(
  QuotasPage,
  ({ trpc, ask }, { workspaceId }) => [ask(trpc.quota.list.queryOptions(quotaInput(workspaceId)))],
);
