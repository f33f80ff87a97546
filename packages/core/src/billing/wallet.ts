import { LedgerEntryRecord, type Page, type WalletRecord } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { ABOVE_ALL, decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { noSuchOrganization } from "../request/domain-error.ts";
import { CURRENCY } from "./currency.ts";

// An organization without a wallet has a balance and a credit limit of 0.
const read = statement(
  "wallet_read",
  `SELECT o.organization_id, trim_scale(coalesce(w.balance, 0))::text AS balance,
          trim_scale(coalesce(w.credit_limit, 0))::text AS credit_limit,
          coalesce(w.currency, ${CURRENCY}) AS currency, w.suspended_at, w.suspended_by, w.suspended_reason,
          m.metered_until
     FROM organization o JOIN meter m USING (organization_id) LEFT JOIN wallet w USING (organization_id)
    WHERE o.organization_id = $organization_id`,
  // There is always a currency, which the database cannot know.
  { present: ["currency"] },
);

// Locks the wallet until the transaction ends, so that its balance cannot change after a decision.
const lock = statement(
  "wallet_lock",
  `INSERT INTO wallet AS w (organization_id, currency) SELECT o.organization_id, ${CURRENCY} FROM organization o
    WHERE o.organization_id = $organization_id
       ON CONFLICT (organization_id) DO UPDATE SET currency = w.currency RETURNING organization_id`,
);

const list = statement(
  "ledger_list",
  `SELECT entry_number::text, kind, workspace_id::text, trim_scale(amount)::text AS amount,
          trim_scale(balance_after)::text AS balance_after, reference, at
     FROM ledger_entry
    WHERE organization_id = $organization_id
      AND ledger_entry.entry_number < $entry_number::bigint
    ORDER BY ledger_entry.entry_number DESC LIMIT $limit`,
);

/** @throws DomainError 404 without such an organization */
export async function readWallet({ sql }: { readonly sql: Sql }, organizationId: string): Promise<WalletRecord> {
  const row = await sql.maybe(read, { organization_id: organizationId });
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
 * Creates the wallet if there is none, and locks it until the transaction ends. @throws DomainError 404 without such an
 * organization
 */
export async function lockWallet(sql: Sql, organizationId: string): Promise<void> {
  if (!(await lockAnyWallet(sql, organizationId))) throw noSuchOrganization();
}

/** The same. @returns whether there is such an organization */
export async function lockAnyWallet(sql: Sql, organizationId: string): Promise<boolean> {
  return (await sql.maybe(lock, { organization_id: organizationId })) !== undefined;
}

const toEntry = wireForm(LedgerEntryRecord);

/** The entries of a ledger, newest first. */
export async function listLedger(
  { sql }: { readonly sql: Sql },
  request: { readonly organizationId: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<LedgerEntryRecord>> {
  const rows = await sql.query(list, {
    organization_id: request.organizationId,
    entry_number: BigInt(decodeCursor(request.cursor, /^[1-9]\d{0,17}$/) ?? ABOVE_ALL),
    limit: request.limit + 1,
  });
  return toPage(rows, request.limit, (row) => row.entry_number, toEntry);
}

export const getWallet: Handler<"wallet.get"> = (context, { organization_id }) => readWallet(context, organization_id);

export const listOwnLedger: Handler<"wallet.ledger"> = (context, { organization_id, limit, cursor }) =>
  listLedger(context, { organizationId: organization_id, limit, cursor });
