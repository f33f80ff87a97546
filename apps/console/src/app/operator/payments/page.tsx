import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { NOWHERE, operatorPaymentList } from "@/operator/operator-queries.ts";
import { OperatorPaymentsPage } from "@/operator/payments/payments-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Payments" };

export default route<PageProps<"/operator/payments">>(OperatorPaymentsPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(operatorPaymentList, trpc, NOWHERE, search)),
]);
