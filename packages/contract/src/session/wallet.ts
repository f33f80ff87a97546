import { z } from "zod";
import { DecimalText } from "../billing/usage.ts";
import { Timestamp } from "../values/fields.ts";

/** What an organization has and may owe, in decimal text. */
export const WalletRecord = z.strictObject({
  organization_id: z.string(),
  balance: DecimalText,
  credit_limit: DecimalText,
  currency: z.string(),
  /**
   * While there is one, nothing can be bought; what exists runs on. Metering's ends when the funds cover what was used,
   * an operator's when the operator says so.
   */
  suspension: z.strictObject({ at: Timestamp, by: z.enum(["operator", "metering"]), reason: z.string() }).nullable(),
  /** Up to here the balance counts what was used. */
  metered_until: Timestamp,
});
export type WalletRecord = z.infer<typeof WalletRecord>;

/** A movement of the wallet. They are numbered without a gap, and add up to the balance. */
export const LedgerEntryRecord = z.strictObject({
  entry_number: z.string(),
  kind: z.enum(["opening", "top_up", "usage", "adjustment"]),
  /** Whose usage it was; null for what is the organization's. */
  workspace_id: z.string().nullable(),
  /** Decimal text; what was spent is negative. */
  amount: DecimalText,
  balance_after: DecimalText,
  /** The hour of a usage entry; of the others, what the operator called it. */
  reference: z.string().nullable(),
  at: Timestamp,
});
export type LedgerEntryRecord = z.infer<typeof LedgerEntryRecord>;
