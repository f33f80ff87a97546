"use client";

import type { Payment } from "@fulmar/contract";
import { HandCoins } from "lucide-react";
import Link from "next/link";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AddFundsButton } from "./add-funds-button.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { mayReadWallet, paymentList } from "./billing-queries.ts";
import { amountOf, PaymentState, WAY } from "./payment-state.tsx";
import { WalletRefusal } from "./wallet-refusal.tsx";

const PAYMENTS: ListedKind = {
  one: "payment",
  many: "payments",
  icon: HandCoins,
  purpose: "What is paid into the wallet is listed here, with what became of it.",
  hint: "No payment has this state.",
};

const column = columnsOf<Payment>();
const columns = [
  column("reference", "Reference", (payment) => <ReferenceLink payment={payment} />),
  column("state", "State", (payment) => (
    <div className="py-2">
      <PaymentState payment={payment} />
    </div>
  )),
  column("provider", "By", ({ provider }) => WAY[provider]),
  column("at", "Begun", ({ created_at, requester_name }) => (
    <div className="py-2">
      <DateTime iso={created_at} />
      {requester_name !== null && <span className="block text-ink-muted text-xs">{requester_name}</span>}
    </div>
  )),
  column(
    "amount",
    () => <AmountTitle>Amount</AmountTitle>,
    (payment) => <Amount gain={payment.state === "paid"}>{amountOf(payment)}</Amount>,
  ),
];

/** References of providers are long, and told apart by their ends. */
function ReferenceLink({ payment: { payment_id, reference } }: { payment: Payment }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link
      href={workspaceHref(workspaceId, `billing/payments/${payment_id}`)}
      className="whitespace-nowrap rounded font-mono text-xs hover:underline"
    >
      {reference.length > 16 ? `…${reference.slice(-12)}` : reference}
    </Link>
  );
}

/** The payments into the wallet, and the way to a new one. */
export function PaymentsPage() {
  const { organization, workspaceId } = useWorkspace();
  if (!mayReadWallet(organization)) return <WalletRefusal what="payments" />;
  return (
    <Section title="Into the wallet" lead="What the organization pays, newest first." actions={<AddFundsButton />}>
      <ListTable
        list={paymentList}
        path={{ workspaceId }}
        kind={PAYMENTS}
        label="Payments"
        filters={{ state: ["State", (state) => state] }}
        columns={columns}
        keyOf={({ payment_id }) => payment_id}
      />
    </Section>
  );
}
