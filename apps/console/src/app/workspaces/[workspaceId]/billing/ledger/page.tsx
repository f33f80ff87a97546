import type { Metadata } from "next";
import { ledgerList, mayReadWallet } from "@/billing/billing-queries.ts";
import { LedgerPage } from "@/billing/ledger-page.tsx";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Ledger" };

export default async function BillingLedgerPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/billing/ledger">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  const search = await searchParams;
  const path = { organizationId: organization.organization_id };
  return (
    <Prefetched
      load={({ trpc, ask }) => (mayReadWallet(organization) ? [ask(firstPage(ledgerList, trpc, path, search))] : [])}
    >
      <LedgerPage />
    </Prefetched>
  );
}
