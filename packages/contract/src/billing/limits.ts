// Without schemas, so that pages that show them do not load zod.

/** What a budget is of. */
export const BUDGET_COVERS = ["organization", "workspace"] as const;

/** What a threshold is compared with: the cost so far, or the cost expected by the end of the month. */
export const BUDGET_BASES = ["spent", "expected"] as const;

/**
 * What a budget does at its amount: give notices alone, refuse what would cost more, too, or stop VMs besides when the
 * amount is spent.
 */
export const BUDGET_CAPS = ["notify", "refuse", "refuse_and_stop"] as const;

export const BUDGET_LIMITS = { budgets: 100, thresholds: 10, percent: 1000, selectors: 20, selected: 100 } as const;

/** What becomes of a request for a higher quota. */
export const QUOTA_REQUEST_STATES = ["open", "granted", "refused", "withdrawn"] as const;

/** What becomes of a payment. Of one that is paid, a part may be refunded. */
export const PAYMENT_STATES = ["waiting", "paid", "failed", "expired", "cancelled"] as const;

/** How a payment is made. */
export const PAYMENT_PROVIDERS = ["transfer", "stripe"] as const;

/** Why money that came is not in the wallet. */
export const UNBOOKED_REASONS = ["other_currency", "balance_too_large", "credited_before"] as const;

/**
 * What becomes of a payment that the payer's bank disputes. An inquiry has taken nothing yet. One that becomes no dispute
 * is closed.
 */
export const DISPUTE_STATES = ["inquiry", "open", "won", "lost", "closed"] as const;

/** Why the wallet does not follow a dispute. */
export const UNBOOKED_DISPUTE_REASONS = ["other_currency", "not_in_wallet"] as const;

export const REFUND_STATES = ["waiting", "done", "failed"] as const;

/** The files that an invoice is given as. */
export const INVOICE_FORMATS = ["pdf", "csv"] as const;

/** What an invoice says where the buyer owes the tax. */
export const REVERSE_CHARGE = "Reverse charge: the recipient owes the tax.";
