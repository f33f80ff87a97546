import type { OperatorPayment } from "@fulmar/contract";
import Link from "next/link";
import { Amount, AmountTitle } from "@/billing/amount.tsx";
import { amountOf, PaymentState, WAY } from "@/billing/payment-state.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";

const column = columnsOf<OperatorPayment>();

/** The columns of a payment, without its organization. */
export const paymentColumns = [
  column("reference", "Reference", ({ payment_id, reference, provider }) => (
    <div className="py-2">
      <Link
        className="whitespace-nowrap rounded font-mono text-xs hover:underline"
        href={`/operator/payments/${payment_id}`}
      >
        {reference.length > 16 ? `…${reference.slice(-12)}` : reference}
      </Link>
      <span className="block text-ink-muted text-xs">{WAY[provider]}</span>
    </div>
  )),
  column("state", "State", (payment) => (
    <div className="py-2">
      <PaymentState payment={payment} />
    </div>
  )),
  column("at", "Begun", ({ created_at }) => <DateTime iso={created_at} />),
  column(
    "amount",
    () => <AmountTitle>Amount</AmountTitle>,
    (payment) => <Amount gain={payment.state === "paid"}>{amountOf(payment)}</Amount>,
  ),
];
