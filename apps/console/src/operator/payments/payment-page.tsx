"use client";

import type { OperatorPaymentDetail } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Amount, AmountTitle } from "@/billing/amount.tsx";
import { ArrivedAt, amountOf, PaymentState, UNBOOKED, WAY } from "@/billing/payment-state.tsx";
import { refreshEvery } from "@/client/live.ts";
import { money } from "@/client/money.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";
import { PaymentDisputes } from "./payment-disputes.tsx";

const dialogs = () => import("./payment-dialogs.tsx");
const Confirm = onDemand(async () => (await dialogs()).Confirm);
const Cancel = onDemand(async () => (await dialogs()).Cancel);
const Refund = onDemand(async () => (await dialogs()).Refund);

type OneRefund = OperatorPaymentDetail["refunds"][number];

const TONE: Readonly<Record<OneRefund["state"], Tone>> = { waiting: "busy", done: "good", failed: "bad" };

const column = columnsOf<OneRefund>();
const columns = [
  column("at", "Asked", ({ created_at }) => <DateTime iso={created_at} />),
  column("state", "State", ({ state, problem }) => (
    <div className="min-w-28 py-2">
      <StatusBadge tone={TONE[state]}>{state}</StatusBadge>
      {problem !== null && <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">{problem}</span>}
    </div>
  )),
  column("reason", "Reason", ({ reason }) => (
    <span className="block min-w-32 [overflow-wrap:anywhere]">{reason ?? "Made at the provider"}</span>
  )),
  column(
    "amount",
    () => <AmountTitle>Amount</AmountTitle>,
    ({ amount, currency }) => <Amount>{money(amount, currency)}</Amount>,
  ),
];

/** A payment with its refunds and disputes, as who runs the installation sees it. */
export function OperatorPaymentPage({ paymentId }: { paymentId: string }) {
  const query = useQuery({
    ...useTRPC().operatorPayment.get.queryOptions({ payment_id: paymentId }),
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(data?.state === "waiting" || data?.refunds.some(({ state }) => state === "waiting") === true),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Payments", href: "/operator/payments" }]}
        title={data === undefined ? "Payment" : `Payment of ${amountOf(data)}`}
      >
        {data && <Actions payment={data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(payment) => (
          <div className="space-y-10">
            <Facts label="Payment" facts={factsOf(payment)} />
            {payment.disputes.length > 0 && <PaymentDisputes disputes={payment.disputes} />}
            {payment.refunds.length > 0 && (
              <Section title="Refunds" lead="A refund that failed is back in the wallet.">
                <DataTable
                  label="Refunds of the payment"
                  columns={columns}
                  rows={payment.refunds}
                  keyOf={({ refund_id }) => refund_id}
                />
              </Section>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function factsOf(payment: OperatorPaymentDetail) {
  const { organization_id, organization_name, unbooked, paid_at } = payment;
  return [
    [
      "Organization",
      <Link key="organization" className="hover:underline" href={`/operator/organizations/${organization_id}`}>
        {organization_name}
      </Link>,
    ],
    ["State", <PaymentState key="state" payment={payment} />],
    ["Not booked", unbooked === null ? null : UNBOOKED[unbooked]],
    ["By", WAY[payment.provider]],
    ["Reference", <Copyable key="reference" text={payment.reference} label="reference" />],
    ["Asked for", money(payment.amount, payment.currency)],
    ["Arrived", payment.paid_amount === null ? null : amountOf(payment)],
    ["Arrived on", paid_at && <ArrivedAt key="paid" payment={payment} />],
    ["Begun", <DateTime key="begun" iso={payment.created_at} />],
    ["Begun by", payment.requester_name],
    ["Payment id", <Copyable key="id" text={payment.payment_id} label="payment id" />],
  ] as const;
}

function Actions({ payment }: { payment: OperatorPaymentDetail }) {
  const refusal = useOperatorRefusal();
  const { state, provider, dispute_state } = payment;
  const disputed = dispute_state === "open" ? "The payer's bank disputes the payment." : null;
  return (
    <>
      {provider === "transfer" && state !== "paid" && (
        <DialogButton refusal={refusal} dialog={(open) => <Confirm payment={payment} {...open} />}>
          Confirm arrival
        </DialogButton>
      )}
      {state === "waiting" && (
        <DialogButton look="remove" refusal={refusal} dialog={(open) => <Cancel payment={payment} {...open} />}>
          Cancel payment
        </DialogButton>
      )}
      {state === "paid" && (
        <DialogButton
          look="remove"
          refusal={refusal ?? disputed}
          dialog={(open) => <Refund payment={payment} {...open} />}
        >
          Refund
        </DialogButton>
      )}
    </>
  );
}
