import type { Metadata } from "next";
import { mayReadWallet, paymentInput } from "@/billing/billing-queries.ts";
import { PaymentPage } from "@/billing/payment-page.tsx";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Payment" };

export default async function BillingPaymentPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/billing/payments/[paymentId]">) {
  const { workspaceId, paymentId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        mayReadWallet(organization) ? [ask(trpc.payment.get.queryOptions(paymentInput(workspaceId, paymentId)))] : []
      }
    >
      <PaymentPage paymentId={paymentId} />
    </Prefetched>
  );
}
