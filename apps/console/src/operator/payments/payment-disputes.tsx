import type { OperatorPaymentDetail } from "@fulmar/contract";
import { Amount, AmountTitle } from "@/billing/amount.tsx";
import { DISPUTE_TONE, WAY } from "@/billing/payment-state.tsx";
import { money } from "@/client/money.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";

type OneDispute = OperatorPaymentDetail["disputes"][number];

const UNBOOKED: Readonly<Record<NonNullable<OneDispute["unbooked"]>, string>> = {
  other_currency: "In another currency: the wallet stays as it is.",
  not_in_wallet: "The payment is not in the wallet.",
};

const column = columnsOf<OneDispute>();
const columns = [
  column("at", "Since", ({ created_at }) => <DateTime iso={created_at} />),
  column("state", "State", ({ state, unbooked }) => (
    <div className="min-w-28 py-2">
      <StatusBadge tone={DISPUTE_TONE[state]}>{state}</StatusBadge>
      {unbooked !== null && <span className="block text-ink-muted text-xs">{UNBOOKED[unbooked]}</span>}
    </div>
  )),
  column("reason", "The bank's reason", ({ reason, url }) => (
    <div className="min-w-32 py-2 [overflow-wrap:anywhere]">
      {reason.replaceAll("_", " ")}
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="block text-accent text-xs underline-offset-2 hover:underline"
      >
        Answer it at {WAY.stripe}
      </a>
    </div>
  )),
  column("due", "Evidence until", ({ evidence_due_at }) =>
    evidence_due_at === null ? "none is taken" : <DateTime iso={evidence_due_at} />,
  ),
  column(
    "amount",
    () => <AmountTitle>Amount</AmountTitle>,
    ({ amount, currency, taken, given_back }) => (
      <div className="py-2 text-right">
        <Amount>{money(amount, currency)}</Amount>
        {taken !== "0" && (
          <span className="block text-ink-muted text-xs">
            {given_back === "0" ? `${money(taken, currency)} left the wallet` : "back in the wallet"}
          </span>
        )}
      </div>
    ),
  ),
];

/** What the payer's bank asks back of a payment. */
export function PaymentDisputes({ disputes }: { disputes: readonly OneDispute[] }) {
  return (
    <Section
      title="Disputes"
      lead="What the bank takes leaves the wallet, and returns when the dispute is won. Answer it at the provider in time."
    >
      <DataTable
        label="Disputes of the payment"
        columns={columns}
        rows={disputes}
        keyOf={({ dispute_id }) => dispute_id}
      />
    </Section>
  );
}
