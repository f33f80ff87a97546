import type { Client } from "pg";

/**
 * Writes the invoice of March 2020, as the worker would have, for the organization of a workspace.
 * @param owed what the wallet did not cover of it, due in April 2020
 */
export async function issueInvoice(
  database: Client,
  workspaceId: string,
  number: string,
  owed: string = "0",
): Promise<void> {
  await database.query(
    `WITH issued AS (
         INSERT INTO invoice (organization_id, invoice_id, number, month, organization_name, currency, total, owed,
                              due_at, ledger_seen)
         SELECT organization_id, 'ivc_' || $2::text, $2, '2020-03', 'Engines', 'USD', 22.32, $3::numeric, '2020-04-15',
                (SELECT coalesce(max(entry_number), 0) FROM ledger_entry e WHERE e.organization_id = w.organization_id)
           FROM workspace w WHERE workspace_id = $1
         RETURNING organization_id, invoice_id
       )
       INSERT INTO invoice_line (organization_id, invoice_id, position, workspace_id, workspace_name, sku_code, name,
                                 unit, quantity, unit_price, amount)
       SELECT organization_id, invoice_id, 1, $1::bigint, 'Main', 'nat.gateway', 'Old gateway', 'gateway hour', 744,
              0.03, 22.32 FROM issued`,
    [workspaceId, number, owed],
  );
}
