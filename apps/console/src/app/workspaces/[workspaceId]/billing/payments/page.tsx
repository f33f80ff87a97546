import type { Metadata } from "next";
import { mayReadWallet, paymentList } from "@/billing/billing-queries.ts";
import { PaymentsPage } from "@/billing/payments-page.tsx";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Payments" };

export default async function BillingPaymentsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/billing/payments">) {
  const { workspaceId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  const search = await searchParams;
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        mayReadWallet(organization) ? [ask(firstPage(paymentList, trpc, { workspaceId }, search))] : []
      }
    >
      <PaymentsPage />
    </Prefetched>
  );
}
