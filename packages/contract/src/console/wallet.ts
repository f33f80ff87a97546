import { z } from "zod";
import { DecimalText } from "../billing/usage.ts";
import { Timestamp } from "../values/fields.ts";

/** The balance and the credit limit of an organization, in decimal text. */
export const WalletRecord = z.strictObject({
  organization_id: z.string(),
  balance: DecimalText,
  credit_limit: DecimalText,
  currency: z.string(),
  /**
   * During a suspension nothing can be bought and existing resources keep running. The meter's suspension ends when the
   * funds cover the usage, an operator's when the operator ends it.
   */
  suspension: z
    .strictObject({ at: Timestamp, by: z.enum(["operator", "metering", "dunning"]), reason: z.string() })
    .nullable(),
  /** The balance includes usage up to this time. */
  metered_until: Timestamp,
});
export type WalletRecord = z.infer<typeof WalletRecord>;

/** A movement of the wallet. Entries are numbered without gaps and add up to the balance. */
export const LedgerEntryRecord = z.strictObject({
  entry_number: z.string(),
  kind: z.enum(["opening", "top_up", "usage", "adjustment", "tax"]),
  /** The workspace whose usage it was. Null for entries of the organization. */
  workspace_id: z.string().nullable(),
  /** Decimal text, negative for spending. */
  amount: DecimalText,
  balance_after: DecimalText,
  /** The hour of a usage entry, the invoice's number of tax. For other entries, the operator's reference. */
  reference: z.string().nullable(),
  at: Timestamp,
});
export type LedgerEntryRecord = z.infer<typeof LedgerEntryRecord>;
