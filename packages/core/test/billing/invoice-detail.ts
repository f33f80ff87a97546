import { InvoiceDetail } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";

/** The invoices of all organizations, or of one, as their answers have them. */
export async function invoiceDetails(database: Database, organization_id?: string): Promise<InvoiceDetail[]> {
  const rows = await database.prisma.invoice.findMany({
    where: { ...(organization_id !== undefined && { organization_id }) },
    include: { invoice_lines: { orderBy: { position: "asc" } } },
    orderBy: [{ organization_id: "asc" }, { month: "asc" }],
  });
  return rows.map(
    ({
      invoice_lines,
      total,
      tax_total,
      tax_lines,
      buyer,
      seller,
      issued_at,
      due_at,
      owed,
      ledger_seen: _,
      ...head
    }) => ({
      ...head,
      ...{ net_total: total.minus(tax_total).toFixed(), tax_total: tax_total.toFixed(), total: total.toFixed() },
      tax_lines: InvoiceDetail.shape.tax_lines.parse(tax_lines),
      buyer: InvoiceDetail.shape.buyer.parse(buyer),
      seller: InvoiceDetail.shape.seller.parse(seller),
      issued_at: issued_at.toISOString(),
      ...{ due_at: due_at?.toISOString() ?? null, owed: owed.toFixed(), outstanding: owed.toFixed() },
      state: owed.isZero() ? ("paid" as const) : ("open" as const),
      lines: invoice_lines.map(({ organization_id: __, invoice_id: ___, position: ____, ...line }) => ({
        ...line,
        workspace_id: String(line.workspace_id),
        quantity: line.quantity.toFixed(),
        unit_price: line.unit_price.toFixed(),
        price_since: line.price_since?.toISOString() ?? null,
        free_quantity: line.free_quantity.toFixed(),
        free_amount: line.free_amount.toFixed(),
        capped_amount: line.capped_amount.toFixed(),
        amount: line.amount.toFixed(),
      })),
    }),
  );
}
