/** What an organization has and may owe, in decimal text. */
export interface WalletRecord {
  readonly organization_id: string;
  readonly balance: string;
  readonly credit_limit: string;
  readonly currency: string;
  /**
   * While there is one, nothing can be bought; what exists runs on. Metering's ends when the funds cover what was used,
   * an operator's when the operator says so.
   */
  readonly suspension: { readonly at: string; readonly by: "operator" | "metering"; readonly reason: string } | null;
  /** Up to here the balance counts what was used. */
  readonly metered_until: string;
}

/** A movement of the wallet. They are numbered without a gap, and add up to the balance. */
export interface LedgerEntryRecord {
  readonly entry_number: string;
  readonly kind: "opening" | "top_up" | "usage" | "adjustment";
  /** Whose usage it was; null for what is the organization's. */
  readonly workspace_id: string | null;
  /** Decimal text; what was spent is negative. */
  readonly amount: string;
  readonly balance_after: string;
  /** The hour of a usage entry; of the others, what the operator called it. */
  readonly reference: string | null;
  readonly at: string;
}
