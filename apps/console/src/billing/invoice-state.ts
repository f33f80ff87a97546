import type { Invoice } from "@fulmar/contract";

/** The states of invoices in words. */
export const INVOICE_STATE_NAMES = { paid: "Paid", open: "Open", overdue: "Overdue" } as const satisfies Record<
  Invoice["state"],
  string
>;
