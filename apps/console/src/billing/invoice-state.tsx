import type { Invoice } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The states of invoices in words. */
export const INVOICE_STATE_NAMES = { paid: "Paid", open: "Open", overdue: "Overdue" } as const satisfies Record<
  Invoice["state"],
  string
>;

const TONE: Readonly<Record<Invoice["state"], Tone>> = { paid: "good", open: "busy", overdue: "bad" };

/** Whether an invoice is paid. */
export function InvoiceState({ state }: Pick<Invoice, "state">) {
  return <StatusBadge tone={TONE[state]}>{INVOICE_STATE_NAMES[state]}</StatusBadge>;
}
