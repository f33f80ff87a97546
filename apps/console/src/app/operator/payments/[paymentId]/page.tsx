import type { Metadata } from "next";
import { OperatorPaymentPage } from "@/operator/payments/payment-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Payment" };

export default route<PageProps<"/operator/payments/[paymentId]">>(
  OperatorPaymentPage,
  ({ trpc, ask }, { paymentId }) => [ask(trpc.operatorPayment.get.queryOptions({ payment_id: paymentId }))],
);
