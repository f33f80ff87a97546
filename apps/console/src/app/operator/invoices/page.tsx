import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { OperatorInvoiceListPage } from "@/operator/invoices/invoice-list.tsx";
import { NOWHERE, operatorInvoiceList } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Invoices" };

export default route<PageProps<"/operator/invoices">>(OperatorInvoiceListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(operatorInvoiceList, trpc, NOWHERE, search)),
]);
