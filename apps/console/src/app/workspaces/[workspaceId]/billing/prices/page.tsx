import type { Metadata } from "next";
import { pricesInput } from "@/billing/billing-queries.ts";
import { PricesPage } from "@/billing/prices-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Prices" };

export default async function BillingPricesPage({ params }: PageProps<"/workspaces/[workspaceId]/billing/prices">) {
  const { workspaceId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().sku.list.queryOptions(pricesInput(workspaceId)))]}>
      <PricesPage />
    </Prefetched>
  );
}
