import type { Metadata } from "next";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { quotaInput } from "@/settings/quota-queries.ts";
import { QuotasPage } from "@/settings/quotas-page.tsx";

export const metadata: Metadata = { title: "Quotas" };

export default async function QuotasSettingsPage({ params }: PageProps<"/workspaces/[workspaceId]/settings/quotas">) {
  const { workspaceId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().quota.list.queryOptions(quotaInput(workspaceId)))]}>
      <QuotasPage />
    </Prefetched>
  );
}
