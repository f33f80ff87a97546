import type { Metadata } from "next";
import { invoiceList, mayReadWallet, previewInput } from "@/billing/billing-queries.ts";
import { InvoicesPage } from "@/billing/invoices-page.tsx";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Invoices" };

export default async function BillingInvoicesPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/billing/invoices">) {
  const { workspaceId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  const search = await searchParams;
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        mayReadWallet(organization)
          ? [
              ask(trpc.invoice.preview.queryOptions(previewInput(workspaceId))),
              ask(firstPage(invoiceList, trpc, { workspaceId }, search)),
            ]
          : []
      }
    >
      <InvoicesPage />
    </Prefetched>
  );
}
