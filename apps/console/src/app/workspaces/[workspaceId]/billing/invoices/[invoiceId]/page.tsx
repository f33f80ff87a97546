import type { Metadata } from "next";
import { invoiceInput, mayReadWallet } from "@/billing/billing-queries.ts";
import { InvoicePage } from "@/billing/invoice-page.tsx";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Invoice" };

export default async function BillingInvoicePage({
  params,
}: PageProps<"/workspaces/[workspaceId]/billing/invoices/[invoiceId]">) {
  const { workspaceId, invoiceId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        mayReadWallet(organization) ? [ask(trpc.invoice.get.queryOptions(invoiceInput(workspaceId, invoiceId)))] : []
      }
    >
      <InvoicePage invoiceId={invoiceId} />
    </Prefetched>
  );
}
