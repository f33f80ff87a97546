import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { WALLET_READER_ROLES } from "../declaration/roles.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { InvoiceParty, Percent } from "./details.ts";
import { INVOICE_FORMATS } from "./limits.ts";
import { DecimalText, SumText } from "./usage.ts";

/** A calendar month in UTC, such as 2026-11. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

const Quantity = z.string().regex(/^\d{1,20}(\.\d{1,8})?$/);

/**
 * The usage of one product in one workspace at one price. `quantity` counts `unit`s, such as gigabyte hours. `amount`
 * is the exact sum of hourly amounts, each rounded to eight digits; what was free and what was beyond the monthly cap
 * is not in it.
 */
export const InvoiceLine = z
  .strictObject({
    workspace_id: z.string(),
    workspace_name: z.string(),
    sku_code: z.string(),
    name: z.string(),
    unit: z.string(),
    quantity: Quantity,
    unit_price: DecimalText,
    /** From when the price held. Null for the first price of a product. */
    price_since: Timestamp.nullable(),
    /** The part of `quantity` that was free. */
    free_quantity: Quantity,
    free_amount: SumText,
    /** What the monthly cap took off. */
    capped_amount: SumText,
    amount: SumText,
  })
  .meta({ id: "InvoiceLine" });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** The tax on the sum of an invoice's lines, rounded half up to the decimals of the currency. */
export const InvoiceTaxLine = z
  .strictObject({
    name: z.string(),
    country: z.string(),
    percent: Percent,
    net: SumText,
    tax: SumText,
    /** The buyer has a VAT number and owes the tax. */
    reverse_charge: z.boolean(),
  })
  .meta({ id: "InvoiceTaxLine" });
export type InvoiceTaxLine = z.infer<typeof InvoiceTaxLine>;

/** `net_total` is the sum of the lines. */
const totals = { net_total: SumText, tax_total: SumText, total: SumText };

/** `open` is owed and not due yet; `overdue` is owed and due. */
export const INVOICE_STATES = ["paid", "open", "overdue"] as const;

export const Invoice = z
  .strictObject({
    invoice_id: z.string(),
    /** Unique in the organization, and counted without a gap. */
    number: z.string(),
    month: Month,
    organization_id: z.string(),
    /** The name when the invoice was issued, as are all names on it. */
    organization_name: z.string(),
    ...totals,
    currency: z.string(),
    issued_at: Timestamp,
    /** Null of invoices from before there were due dates. An operator may postpone it. */
    due_at: Timestamp.nullable(),
    /** The part of the total that the wallet did not cover when it was issued. */
    owed: SumText,
    /** What payments since have left of it. They pay the oldest invoice first. */
    outstanding: SumText,
    state: z.enum(INVOICE_STATES),
  })
  .meta({ id: "Invoice" });
export type Invoice = z.infer<typeof Invoice>;

export const InvoiceDetail = Invoice.extend({
  lines: z.array(InvoiceLine),
  tax_lines: z.array(InvoiceTaxLine),
  /** Who it is made out to and who it is from, as they were when it was issued. Null where that was not known. */
  buyer: InvoiceParty.nullable(),
  seller: InvoiceParty.nullable(),
}).meta({ id: "InvoiceDetail" });
export type InvoiceDetail = z.infer<typeof InvoiceDetail>;

/** What an invoice of the running month has so far. It is not an invoice. */
export const InvoicePreview = z
  .strictObject({
    month: Month,
    organization_id: z.string(),
    organization_name: z.string(),
    ...totals,
    currency: z.string(),
    /** Usage up to this time is included. */
    metered_until: Timestamp,
    lines: z.array(InvoiceLine),
    /** By the rate of the last day of the month. */
    tax_lines: z.array(InvoiceTaxLine),
  })
  .meta({ id: "InvoicePreview" });
export type InvoicePreview = z.infer<typeof InvoicePreview>;

/** A file in an answer. `content` is its bytes in base64. */
const File = z
  .strictObject({
    file_name: z.string(),
    media_type: z.string(),
    content: z.string().meta({ contentEncoding: "base64" }),
  })
  .meta({ id: "InvoiceFile" });

const WHOLE_ORGANIZATION =
  "It covers all workspaces of the organization, so a token of specific workspaces cannot read it.";

const shared = {
  resource: "invoice",
  family: "Billing",
  method: "GET",
  scope: "billing.read",
  roles: WALLET_READER_ROLES,
  verbPhrase: "see invoices",
  ofOrganization: true,
} as const;
const one = { invoice_id: ResourceId };

const invoiceList = defineOperation({
  ...shared,
  id: "invoice.list",
  path: "/billing/invoices",
  summary: "List the organization's invoices, newest month first",
  description:
    "An invoice is issued within minutes of the end of each calendar month (UTC) with usage. It never " +
    "changes, except for the amount still owed. " +
    WHOLE_ORGANIZATION,
  query: pageQuery(),
  output: z.array(Invoice),
  list: true,
});

const invoiceGet = defineOperation({
  ...shared,
  id: "invoice.get",
  path: "/billing/invoices/{invoice_id}",
  summary: "Get an invoice with its lines",
  description:
    "A line is the usage of one product in one workspace at one price, without tax. The tax is that of the last day of " +
    `the month, on the sum of the lines. ${WHOLE_ORGANIZATION}`,
  params: one,
  output: InvoiceDetail,
  errors: ["not_found"],
});

const invoiceFile = defineOperation({
  ...shared,
  id: "invoice.file",
  path: "/billing/invoices/{invoice_id}/file",
  summary: "Get an invoice as a file",
  description: `As PDF or CSV; \`content\` is the file in base64. ${WHOLE_ORGANIZATION}`,
  params: one,
  query: { format: z.enum(INVOICE_FORMATS).default("pdf") },
  output: File,
  errors: ["not_found"],
});

const invoicePreview = defineOperation({
  ...shared,
  id: "invoice.preview",
  path: "/billing/invoice-preview",
  summary: "Get the cost of the current month so far",
  description:
    "In the form of an invoice, with current names and the expected tax. It is not an invoice. " +
    `${WHOLE_ORGANIZATION}`,
  output: InvoicePreview,
});

export const invoiceOperations = [invoiceList, invoiceGet, invoiceFile, invoicePreview] as const;
