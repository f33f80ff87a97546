"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { refreshEvery } from "@/client/live.ts";
import { money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { TabTitle } from "@/shell/document-title.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowAs } from "@/show-as/show-as.tsx";
import { mayReadWallet, paymentInput } from "./billing-queries.ts";
import { ArrivedAt, amountOf, PaymentState, paymentNote, WAY } from "./payment-state.tsx";
import { WalletRefusal } from "./wallet-refusal.tsx";

/** One payment: where or whom to pay while it waits, and what became of it. */
export function PaymentPage({ paymentId }: { paymentId: string }) {
  const { organization } = useWorkspace();
  return mayReadWallet(organization) ? <OnePayment paymentId={paymentId} /> : <WalletRefusal what="payments" />;
}

function OnePayment({ paymentId }: { paymentId: string }) {
  const { workspaceId } = useWorkspace();
  const query = useQuery({
    ...useTRPC().payment.get.queryOptions(paymentInput(workspaceId, paymentId)),
    refetchInterval: ({ state }) => refreshEvery(state.data?.state === "waiting"),
  });
  return (
    <Loaded query={query} skeleton={<FactsSkeleton />}>
      {(payment) => (
        <div className="space-y-6">
          <TabTitle title={`Payment ${payment.reference}`} />
          <div>
            <Link
              href={workspaceHref(workspaceId, "billing/payments")}
              className="inline-flex items-center gap-1 rounded text-ink-muted text-xs hover:text-ink hover:underline"
            >
              <ArrowLeft className="size-3" aria-hidden />
              All payments
            </Link>
            <h2 className="font-semibold text-lg tracking-tight">Payment of {amountOf(payment)}</h2>
          </div>
          {paymentNote(payment) !== null && <p role="status">{paymentNote(payment)}</p>}
          <Facts
            label="Payment"
            facts={[
              ["State", <PaymentState key="state" payment={payment} />],
              ["Pay to", payment.pay_to],
              ["Reference", <Copyable key="reference" text={payment.reference} label="reference" />],
              [
                "Pay at",
                payment.url && (
                  <a key="url" href={payment.url} className="text-accent underline-offset-2 hover:underline">
                    Continue at {WAY[payment.provider]}
                  </a>
                ),
              ],
              ["Asked for", money(payment.amount, payment.currency)],
              ["Arrived", payment.paid_amount === null ? null : amountOf(payment)],
              ["Arrived on", payment.paid_at && <ArrivedAt key="paid" payment={payment} />],
              ["By", WAY[payment.provider]],
              ["Begun", <DateTime key="begun" iso={payment.created_at} />],
              ["Begun by", payment.requester_name],
              ["Payment id", <Copyable key="id" text={payment.payment_id} label="payment id" />],
            ]}
          />
          <ShowAs operation="payment.get" input={{ payment_id: paymentId }} />
        </div>
      )}
    </Loaded>
  );
}
