import { Invoice, type InvoiceDetail, InvoiceLine, InvoiceParty } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { InvoicePdf } from "../mail/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { DomainError, foundInOrganization } from "../request/domain-error.ts";
import { CURRENCY_COLUMN } from "./currency.ts";
import { invoiceCsv } from "./invoice-csv.ts";
import { invoiceLines } from "./issue-invoices.ts";
import { TaxLines, taxOf } from "./tax.ts";

/** SQL of the columns of an invoice `i`, with its `debt` of `DEBT`. */
export const INVOICE_COLUMNS = `i.invoice_id, i.number, i.month, i.organization_id, i.organization_name,
          trim_scale(i.total - i.tax_total)::text AS net_total, trim_scale(i.tax_total)::text AS tax_total,
          trim_scale(i.total)::text AS total, i.currency, i.issued_at, debt.due_at, trim_scale(i.owed)::text AS owed,
          trim_scale(debt.outstanding)::text AS outstanding, debt.state`;

/** SQL of when the invoice `i` is due. */
export const DUE_AT = `coalesce((SELECT p.due_at FROM invoice_postponement p
                       WHERE p.organization_id = i.organization_id AND p.invoice_id = i.invoice_id), i.due_at)`;

/** SQL that joins to invoices `i` what is still owed of them. */
export const DEBT = `CROSS JOIN LATERAL (
     SELECT due.due_at, due.outstanding,
            CASE WHEN due.outstanding = 0 THEN 'paid' WHEN due.due_at > now() THEN 'open' ELSE 'overdue' END AS state
       FROM (SELECT ${DUE_AT} AS due_at,
                    CASE WHEN i.owed = 0 THEN 0
                         ELSE (SELECT d.outstanding FROM invoice_debts(i.organization_id) AS d
                                WHERE d.invoice_id = i.invoice_id) END AS outstanding) AS due) AS debt`;

/** What is never null of these columns, which the database cannot know. */
export const INVOICE_PRESENT = ["outstanding"] as const;

const list = statement(
  "invoice_list",
  `SELECT ${INVOICE_COLUMNS}
     FROM (SELECT * FROM invoice
            WHERE organization_id = $organization_id AND month < $before
            ORDER BY month DESC LIMIT $limit::int) AS i ${DEBT}
    ORDER BY i.month DESC`,
  { present: [...INVOICE_PRESENT] },
);

const get = lookup(
  "invoice_get",
  `SELECT ${INVOICE_COLUMNS}, i.tax_lines, i.buyer, i.seller, (SELECT name FROM installation_settings) AS cloud
     FROM invoice i ${DEBT} WHERE i.organization_id = $organization_id AND i.invoice_id = $invoice_id`,
  // There is always a row of settings.
  { present: ["cloud", ...INVOICE_PRESENT] },
);

const LINE =
  "workspace_id::text, workspace_name, sku_code, name, unit, trim_scale(quantity)::text AS quantity, trim_scale(unit_price)::text AS unit_price, price_since, trim_scale(free_quantity)::text AS free_quantity, trim_scale(free_amount)::text AS free_amount, trim_scale(capped_amount)::text AS capped_amount, trim_scale(amount)::text AS amount";

const lines = statement(
  "invoice_lines",
  `SELECT ${LINE} FROM invoice_line WHERE organization_id = $organization_id AND invoice_id = $invoice_id
    ORDER BY invoice_line.position`,
);

const linesSoFar = statement(
  "invoice_preview_lines",
  `WITH span AS (SELECT $organization_id::text AS organization_id, $since::timestamptz AS since,
                        'infinity'::timestamptz AS until), line AS (${invoiceLines("span")}),
   summed AS (SELECT organization_id, sum(amount) AS net,
                     (($since::timestamptz AT TIME ZONE 'UTC') + interval '1 month')::date - 1 AS day
                FROM line GROUP BY organization_id)
   SELECT ${LINE}, trim_scale(summed.net)::text AS net_total, trim_scale(tax.tax_total)::text AS tax_total,
          trim_scale(summed.net + tax.tax_total)::text AS total, tax.tax_lines
     FROM line CROSS JOIN summed ${taxOf("summed")} ORDER BY line.position`,
);

const running = statement(
  "invoice_preview",
  `SELECT m.metered_until, date_trunc('month', now(), 'UTC') AS since,
          to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, o.name AS organization_name, ${CURRENCY_COLUMN}
     FROM meter m JOIN organization o USING (organization_id) WHERE m.organization_id = $organization_id`,
  { present: ["month", "currency"] },
);

export const listInvoices: Handler<"invoice.list"> = async (context, { limit, cursor }) => {
  requireWholeOrganization(context);
  const { sql, workspace } = context;
  const before = decodeCursor(cursor, /^\d{4}-\d\d$/) ?? "9999-99";
  const rows = await sql.query(list, { organization_id: workspace.organizationId, before, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.month, toInvoice);
};

export const getInvoice: Handler<"invoice.get"> = async (context, { invoice_id }) =>
  (await readInvoice(context, invoice_id)).invoice;

export const getInvoiceFile: Handler<"invoice.file"> = async (context, { invoice_id, format }) => {
  const { invoice, cloud } = await readInvoice(context, invoice_id);
  const { media_type, bytes } =
    format === "csv"
      ? { media_type: "text/csv; charset=utf-8", bytes: Buffer.from(invoiceCsv(invoice)) }
      : { media_type: "application/pdf", bytes: await pdfOf(invoice, cloud) };
  return {
    file_name: `invoice-${invoice.month}-${invoice.number}.${format}`,
    media_type,
    content: bytes.toString("base64"),
  };
};

/** Makes the PDFs of invoices for mails. */
export function invoicePdfFor(sql: Sql): InvoicePdf {
  return async (place) => {
    const { invoice, cloud } = await readInvoiceOf(sql, place);
    const bytes = await pdfOf(invoice, cloud);
    return { file_name: `invoice-${invoice.number}.pdf`, media_type: "application/pdf", bytes };
  };
}

/** The renderer of PDFs is loaded with the first one. */
async function pdfOf(invoice: InvoiceDetail, cloud: string): Promise<Buffer> {
  const { invoicePdf } = await import("./invoice-pdf.ts");
  return invoicePdf(invoice, cloud);
}

const NOTHING_USED = { net_total: "0", tax_total: "0", total: "0", tax_lines: [] };

/** The invoice of the running month so far, with present names. */
export const previewInvoice: Handler<"invoice.preview"> = async (context) => {
  requireWholeOrganization(context);
  const { sql, workspace } = context;
  const { organizationId: organization_id } = workspace;
  const { since, metered_until, ...named } = await sql.one(running, { organization_id });
  const rows = await sql.query(linesSoFar, { organization_id, since });
  const [{ net_total, tax_total, total, tax_lines } = NOTHING_USED] = rows;
  return {
    ...named,
    organization_id,
    ...{ net_total, tax_total, total },
    metered_until: toTimestamp(metered_until),
    lines: rows.map(toLine),
    tax_lines: TaxLines.parse(tax_lines),
  };
};

/**
 * @returns the invoice, and what the cloud is called
 * @throws DomainError 403 to a token of specific workspaces, 404 without such an invoice in the organization
 */
async function readInvoice(
  context: RequestContext,
  invoice_id: string,
): Promise<{ readonly invoice: InvoiceDetail; readonly cloud: string }> {
  requireWholeOrganization(context);
  const { sql, workspace } = context;
  return readInvoiceOf(sql, { organization_id: workspace.organizationId, invoice_id });
}

/** The same for whoever may have it. @throws DomainError 404 */
async function readInvoiceOf(sql: Sql, place: { readonly organization_id: string; readonly invoice_id: string }) {
  const row = foundInOrganization(await sql.maybe(get, place), "invoice");
  const invoice = {
    ...toInvoice(row),
    lines: (await sql.query(lines, place)).map(toLine),
    tax_lines: TaxLines.parse(row.tax_lines),
    buyer: Party.parse(row.buyer),
    seller: Party.parse(row.seller),
  };
  return { invoice, cloud: row.cloud };
}

const shown = wireForm(Invoice.omit({ state: true }));

/** An invoice of a row with `INVOICE_COLUMNS`. */
export function toInvoice({ state, ...row }: RowOf<typeof list>): Invoice {
  return { ...shown(row), state: Invoice.shape.state.parse(state) };
}

const Party = InvoiceParty.nullable();
const toLine = wireForm(InvoiceLine);

/** @throws DomainError 403 to a token of specific workspaces: an invoice has those of the others, too */
function requireWholeOrganization({ caller }: Pick<RequestContext, "caller">): void {
  if (!caller.confined) return;
  throw new DomainError(
    "forbidden",
    "An invoice has the usage of all workspaces, and this token is of specific ones; use a token of the entire " +
      "organization.",
    { code: "workspace_policy" },
  );
}
