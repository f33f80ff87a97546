import type { Metadata } from "next";
import { ledgerInput, mayReadWallet } from "@/billing/billing-queries.ts";
import { LedgerPage } from "@/billing/ledger-page.tsx";
import { readListChoice, WHOLE_LIST } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Ledger" };

export default async function BillingLedgerPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/billing/ledger">) {
  const { organization } = await requireWorkspace((await params).workspaceId);
  const input = ledgerInput(organization.organization_id, readListChoice(WHOLE_LIST, await searchParams));
  return (
    <Prefetched
      load={({ trpc, ask }) => (mayReadWallet(organization) ? [ask(trpc.wallet.ledger.queryOptions(input))] : [])}
    >
      <LedgerPage />
    </Prefetched>
  );
}
