import type { Metadata } from "next";
import { ledgerInput } from "@/billing/billing-queries.ts";
import { LedgerPage } from "@/billing/ledger-page.tsx";
import { mayReadWallet } from "@/billing/wallet-readers.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Ledger" };

export default async function BillingLedgerPage({ params }: PageProps<"/workspaces/[workspaceId]/billing/ledger">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  return (
    <Prefetched
      load={(client) =>
        mayReadWallet(organization) ? [client.prefetchQuery(api().wallet.ledger.queryOptions(ledgerInput(organization.organization_id)))] : []
      }
    >
      <LedgerPage />
    </Prefetched>
  );
}
