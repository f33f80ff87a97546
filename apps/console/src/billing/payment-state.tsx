import type { Payment } from "@fulmar/contract";
import { money } from "@/client/money.ts";
import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

const TONE: Readonly<Record<Payment["state"], Tone>> = {
  waiting: "busy",
  paid: "good",
  failed: "bad",
  expired: "quiet",
  cancelled: "quiet",
};

export const UNBOOKED: Readonly<Record<NonNullable<Payment["unbooked"]>, string>> = {
  other_currency: "It came in another currency, so it is not in the wallet. The operator sends it back.",
  balance_too_large: "The balance cannot hold it, so it is not in the wallet. The operator sends it back.",
  credited_before: "An operator had credited it by hand before.",
};

type DisputeState = NonNullable<Payment["dispute_state"]>;

export const DISPUTE_TONE: Readonly<Record<DisputeState, Tone>> = {
  inquiry: "warn",
  open: "bad",
  won: "good",
  lost: "bad",
  closed: "quiet",
};

const DISPUTED: Readonly<Record<DisputeState, string>> = {
  inquiry: "asked about",
  open: "disputed",
  won: "dispute won",
  lost: "dispute lost",
  closed: "asked about before",
};

const DISPUTE_NOTE: Readonly<Record<DisputeState, string | null>> = {
  inquiry: "The payer's bank asks about this payment. The wallet stays as it is meanwhile.",
  open: "The payer's bank disputes this payment. What it takes leaves the wallet, and returns if the dispute is won.",
  won: null,
  lost: "The payer's bank has taken this payment back.",
  closed: null,
};

/** What became of a payment, and what is refunded or disputed of it. */
export function PaymentState({ payment }: { payment: Payment }) {
  const { state, unbooked, refunded, dispute_state, disputed, currency, paid_currency } = payment;
  const isBooked = unbooked === null || unbooked === "credited_before";
  return (
    <div className="min-w-24">
      <StatusBadge tone={isBooked ? TONE[state] : "warn"}>{isBooked ? state : "not booked"}</StatusBadge>
      {refunded !== "0" && (
        <span className="block text-ink-muted text-xs">{money(refunded, paid_currency ?? currency)} refunded</span>
      )}
      {dispute_state !== null && (
        <span className="block text-ink-muted text-xs">
          {disputed === "0" ? "" : `${money(disputed, paid_currency ?? currency)} `}
          {DISPUTED[dispute_state]}
        </span>
      )}
    </div>
  );
}

/** What a payment has to say, in a sentence. Null where its state says all. */
export function paymentNote({ state, unbooked, provider, dispute_state }: Payment): string | null {
  if (dispute_state !== null && DISPUTE_NOTE[dispute_state] !== null) return DISPUTE_NOTE[dispute_state];
  if (unbooked !== null) return UNBOOKED[unbooked];
  if (state === "waiting" && provider === "transfer")
    return "Send the money with the reference. It is in the wallet when the operator has seen it arrive.";
  if (state === "waiting") return "It is in the wallet as soon as it is paid. This page follows it.";
  if (state === "failed") return "The provider could not take the money. Try again, perhaps in another way.";
  return null;
}

/** What came, or what is asked for until then. */
export function amountOf({ amount, currency, paid_amount, paid_currency }: Payment): string {
  return money(paid_amount ?? amount, paid_currency ?? currency);
}

/** When the money came. Of a transfer, the day is known (UTC). */
export function ArrivedAt({ payment: { provider, paid_at } }: { payment: Payment }) {
  if (paid_at === null) return null;
  return provider === "transfer" ? paid_at.slice(0, 10) : <DateTime iso={paid_at} />;
}

export const WAY: Readonly<Record<Payment["provider"], string>> = { transfer: "Transfer", stripe: "Stripe" };
