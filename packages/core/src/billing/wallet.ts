import type { WalletRecord } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import { noSuchOrganization } from "../tenancy/no-such-organization.ts";
import { CURRENCY } from "./price-list.ts";

// An organization without a wallet has nothing, and may owe nothing.
const read = statement(
  "wallet_read",
  `SELECT o.organization_id, trim_scale(coalesce(w.balance, 0))::text AS balance, trim_scale(coalesce(w.credit_limit, 0))::text AS credit_limit,
          coalesce(w.currency, $2) AS currency, w.suspended_at, w.suspended_by, w.suspended_reason, m.metered_until
     FROM organization o JOIN meter m USING (organization_id) LEFT JOIN wallet w USING (organization_id)
    WHERE o.organization_id = $1`,
  // A parameter may be NULL, as far as the database knows; ours is a currency.
  { present: ["currency"] },
);

// Locks the wallet until the transaction ends, so that what is decided by its balance holds.
const hold = statement(
  "wallet_hold",
  `INSERT INTO wallet AS w (organization_id, currency) SELECT o.organization_id, $2 FROM organization o WHERE o.organization_id = $1
       ON CONFLICT (organization_id) DO UPDATE SET currency = w.currency RETURNING organization_id`,
);

/** @throws DomainError 404 without such an organization */
export async function readWallet({ sql }: Pick<Database, "sql">, organizationId: string): Promise<WalletRecord> {
  const [row] = await sql.query(read, [organizationId, CURRENCY]);
  if (row === undefined) throw noSuchOrganization();
  const { suspended_at, suspended_by, suspended_reason, metered_until, ...funds } = row;
  const suspended = suspended_at !== null && suspended_by !== null && suspended_reason !== null;
  return {
    ...funds,
    suspension: suspended ? { at: toTimestamp(suspended_at), by: suspended_by, reason: suspended_reason } : null,
    metered_until: toTimestamp(metered_until),
  };
}

/**
 * Makes the wallet where there is none, and keeps everybody else from it until the transaction ends. @throws
 * DomainError 404 without such an organization
 */
export async function holdWallet(sql: Sql, organizationId: string): Promise<void> {
  const held = await sql.query(hold, [organizationId, CURRENCY]);
  if (held.length === 0) throw noSuchOrganization();
}
