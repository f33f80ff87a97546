import type { Metadata } from "next";
import { BillingOverview } from "@/billing/billing-overview.tsx";
import { forecastInput, mayReadWallet, monthInput, walletInput } from "@/billing/billing-queries.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Billing" };

export default async function BillingPage({ params }: PageProps<"/workspaces/[workspaceId]/billing">) {
  const { workspaceId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ...(mayReadWallet(organization)
          ? [ask(trpc.wallet.get.queryOptions(walletInput(organization.organization_id)))]
          : []),
        ask(trpc.usage.list.queryOptions(monthInput(workspaceId))),
        ask(trpc.usage.forecast.queryOptions(forecastInput(workspaceId))),
      ]}
    >
      <BillingOverview />
    </Prefetched>
  );
}
