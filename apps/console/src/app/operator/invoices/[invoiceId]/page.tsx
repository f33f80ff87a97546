import type { Metadata } from "next";
import { OperatorInvoicePage } from "@/operator/invoices/invoice-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Invoice" };

export default route<PageProps<"/operator/invoices/[invoiceId]">>(
  OperatorInvoicePage,
  ({ trpc, ask }, { invoiceId }) => [ask(trpc.operatorInvoice.get.queryOptions({ invoice_id: invoiceId }))],
);
