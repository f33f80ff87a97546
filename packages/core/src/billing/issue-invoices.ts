import { type Database, type Sql, statement } from "@fulmar/prisma";
import { tellOfNewInvoice } from "../mail/index.ts";
import { newId } from "../request/identifiers.ts";
import { CURRENCY } from "./currency.ts";
import { partyOf, taxOf } from "./tax.ts";

/**
 * SQL that sums usage to the lines of invoices, with the names of now. The hours of a quantity are summed exactly and
 * rounded once; amounts are those of the usage records. Transfer has no hours: each record is of its megabytes.
 * @param span a CTE with `organization_id`, `since` and `until`
 */
export function invoiceLines(span: string): string {
  return `SELECT w.organization_id, w.workspace_id, w.name AS workspace_name, u.sku_code,
                 coalesce(s.name, u.sku_code) AS name,
            coalesce(s.unit, 'unit') || CASE WHEN u.charge_id < 0 THEN '' ELSE ' hour' END AS unit,
            round(sum(u.quantity * u.seconds) / 3600, 8) AS quantity, u.unit_price, u.price_since,
            round(sum(u.free_unit_seconds) / 3600, 8) AS free_quantity, sum(u.free_amount) AS free_amount,
            sum(u.capped_amount) AS capped_amount, sum(u.amount) AS amount,
            row_number() OVER (PARTITION BY w.organization_id ORDER BY w.workspace_id, u.sku_code COLLATE "C",
                               u.price_since NULLS FIRST, u.unit_price)::int AS position
       FROM ${span} JOIN workspace w ON w.organization_id = ${span}.organization_id
       JOIN usage_record u ON u.workspace_id = w.workspace_id AND u.hour >= ${span}.since AND u.hour < ${span}.until
       LEFT JOIN sku s ON s.sku_code = u.sku_code
      GROUP BY w.organization_id, w.workspace_id, w.name, u.sku_code, s.name, s.unit, u.charge_id < 0, u.unit_price,
               u.price_since`;
}

/**
 * SQL of what the wallet does not cover of an invoice, and no older invoice owes. Usage after the month is not of it. The
 * balance and the number of its last entry are of one row, so that a payment is in one or the other.
 * @param of the month, with `organization_id` and `until`; beside it is the `wallet`, before its tax is taken
 */
function owedOf(of: string, total: string, tax: string): string {
  return `round(least(${total}, greatest(0,
              ${tax} - coalesce(wallet.balance, 0)
              + coalesce((SELECT sum(later.amount) FROM workspace place
                            JOIN ledger_entry later ON later.workspace_id = place.workspace_id AND later.kind = 'usage'
                             AND later.reference >= to_char(${of}.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
                           WHERE place.organization_id = ${of}.organization_id), 0)
              - coalesce((SELECT sum(debt.outstanding) FROM invoice_debts(${of}.organization_id) AS debt), 0))),
            currency_decimals(${CURRENCY}))`;
}

/** The organizations that get the invoice of a month in one transaction. */
const BATCH = 20;

// A month whose last hour is metered gets no more usage. The meter's row is held, so that two workers issue the
// invoices of different organizations, and those of one organization follow each other.
const claim = statement(
  "invoice_claim",
  `SELECT organization_id FROM meter
    WHERE invoiced_until < date_trunc('month', coalesce($now::timestamptz, now()) AT TIME ZONE 'UTC')::date
      AND metered_until >= (invoiced_until + interval '1 month') AT TIME ZONE 'UTC'
    ORDER BY invoiced_until, organization_id LIMIT $limit FOR UPDATE SKIP LOCKED`,
);

// A month without usage has no invoice. Lines, invoice, its tax in the ledger and the next month are one commit, so that
// a crash repeats nothing. The tax is that of the last day of the month.
const issue = statement(
  "invoice_issue",
  `WITH span AS (
     SELECT m.organization_id, given.invoice_id, o.name AS organization_name,
            to_char(m.invoiced_until, 'YYYY-MM') AS month,
            m.invoiced_until::timestamp AT TIME ZONE 'UTC' AS since,
            (m.invoiced_until + interval '1 month') AT TIME ZONE 'UTC' AS until
       FROM unnest($organization_ids::text[], $invoice_ids::text[]) AS given (organization_id, invoice_id)
       JOIN meter m ON m.organization_id = given.organization_id
       JOIN organization o ON o.organization_id = given.organization_id
   ), line AS (
     ${invoiceLines("span")}
   ), summed AS (
     SELECT s.organization_id, sum(l.amount) AS net, (s.until AT TIME ZONE 'UTC')::date - 1 AS day
       FROM span s JOIN line l ON l.organization_id = s.organization_id GROUP BY s.organization_id, s.until
   ), issued AS (
     INSERT INTO invoice (organization_id, invoice_id, number, month, organization_name, currency, total, tax_total,
                          tax_lines, buyer, seller, due_at, ledger_seen, owed)
     SELECT s.organization_id, s.invoice_id,
            upper(right(s.organization_id,
                        6)) || '-' || lpad(((SELECT count(*) FROM invoice i
                                              WHERE i.organization_id = s.organization_id) + 1)::text, 4, '0'),
            s.month, s.organization_name, ${CURRENCY}, summed.net + tax.tax_total, tax.tax_total,
            tax.tax_lines,
            ${partyOf("buyer")}, ${partyOf("seller")},
            coalesce($now::timestamptz, now()) + settings.invoice_due_days * interval '1 day',
            coalesce(wallet.entries, 0), ${owedOf("s", "summed.net + tax.tax_total", "tax.tax_total")}
       FROM span s CROSS JOIN installation_settings settings JOIN summed ON summed.organization_id = s.organization_id
       ${taxOf("summed")}
       LEFT JOIN billing_details buyer ON buyer.organization_id = s.organization_id
       LEFT JOIN seller ON true
       LEFT JOIN wallet ON wallet.organization_id = s.organization_id
     RETURNING organization_id, invoice_id, number, month, currency, total, tax_total, owed, due_at
   ), told AS (
     ${tellOfNewInvoice("issued")}
   ), posted AS (
     INSERT INTO ledger_entry (organization_id, kind, amount, reference)
     SELECT organization_id, 'tax', -tax_total, number FROM issued WHERE tax_total > 0 ORDER BY organization_id
   ), listed AS (
     INSERT INTO invoice_line (organization_id, invoice_id, position, workspace_id, workspace_name, sku_code, name,
                               unit, quantity, unit_price, price_since, free_quantity, free_amount, capped_amount,
                               amount)
     SELECT l.organization_id, s.invoice_id, l.position, l.workspace_id, l.workspace_name, l.sku_code, l.name, l.unit,
            l.quantity, l.unit_price, l.price_since, l.free_quantity, l.free_amount, l.capped_amount, l.amount
       FROM line l JOIN span s ON s.organization_id = l.organization_id
   )
   UPDATE meter SET invoiced_until = (invoiced_until + interval '1 month')::date
    WHERE organization_id = ANY ($organization_ids::text[])`,
);

/**
 * Issues the invoices of ended months, each once. After a time without a worker it catches up, month by month.
 * @param options.now replaces the database's clock
 */
export async function issueInvoices(
  database: Pick<Database, "transaction">,
  { now, signal }: { readonly now?: Date; readonly signal?: AbortSignal } = {},
): Promise<void> {
  while (!signal?.aborted && (await database.transaction(({ sql }) => issueBatch(sql, now))) > 0);
}

/** @returns how many organizations are a month further */
async function issueBatch(sql: Sql, now: Date | undefined): Promise<number> {
  const claimed = await sql.query(claim, { now, limit: BATCH });
  const organizations = claimed.map((row) => row.organization_id);
  if (organizations.length === 0) return 0;
  await sql.query(issue, {
    now,
    organization_ids: organizations,
    invoice_ids: organizations.map(() => newId("ivc")),
  });
  return organizations.length;
}
