import type { LedgerEntryRecord, Page } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";

const list = statement(
  "ledger_list",
  `SELECT entry_number::text, kind, workspace_id::text, trim_scale(amount)::text AS amount, trim_scale(balance_after)::text AS balance_after, reference, at
     FROM ledger_entry WHERE organization_id = $1 AND ($2::bigint IS NULL OR ledger_entry.entry_number < $2::bigint)
    ORDER BY ledger_entry.entry_number DESC LIMIT $3`,
);

/** The movements of an organization's wallet, newest first. */
export async function listLedger(
  { sql }: Pick<Database, "sql">,
  request: { readonly organizationId: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<LedgerEntryRecord>> {
  const after = decodeCursor(request.cursor, /^[1-9]\d{0,17}$/);
  const rows = await sql.query(list, [
    request.organizationId,
    after === undefined ? null : BigInt(after),
    request.limit + 1,
  ]);
  return toPage(
    rows,
    request.limit,
    (row) => row.entry_number,
    (row) => ({ ...row, at: toTimestamp(row.at) }),
  );
}
