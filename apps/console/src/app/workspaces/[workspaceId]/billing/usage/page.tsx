import type { Metadata } from "next";
import { usageByDayInput, usageLinesInput } from "@/billing/billing-queries.ts";
import { UsagePage } from "@/billing/usage-page.tsx";
import { readUsagePeriod } from "@/billing/usage-period.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { prefetchNames } from "@/server/prefetch-names.ts";

export const metadata: Metadata = { title: "Usage" };

export default async function BillingUsagePage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/billing/usage">) {
  const { workspaceId } = await params;
  const search = await searchParams;
  const period = readUsagePeriod(search.period);
  const by = search.by === "resource" ? "resource" : "sku";
  const lines = api().usage.list.queryOptions(usageLinesInput(workspaceId, period, by));
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().usage.list.queryOptions(usageByDayInput(workspaceId, period))),
        client.prefetchQuery(lines).then(() => {
          const used = client.getQueryData(lines.queryKey)?.items.map(({ resource_id }) => resource_id);
          return prefetchNames(client, workspaceId, used ?? []);
        }),
      ]}
    >
      <UsagePage />
    </Prefetched>
  );
}
