// The invoices of all organizations, and what is owed of them.
import { z } from "zod";
import { INVOICE_STATES, Invoice } from "../billing/invoice.ts";
import { SumText } from "../billing/usage.ts";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { Reason } from "./organizations.ts";

const shared = { family: "Operator", resource: "invoice", audience: "operator", subject: "installation" } as const;
const invoice = { ...shared, path: "/operator/invoices/{invoice_id}", params: { invoice_id: ResourceId } } as const;

/** What was done about an unpaid invoice. */
export const DunningStep = z
  .strictObject({
    kind: z.enum(["due", "reminder", "suspension"]),
    /** Of a reminder: the first is 1. 0 of the others. */
    number: z.int(),
    /** What was unpaid then. */
    outstanding: SumText,
    at: Timestamp,
  })
  .meta({ id: "DunningStep" });

export const OperatorInvoice = Invoice.extend({
  /** Why an operator gave a later day. Null while none has. */
  postponed_reason: z.string().nullable(),
  steps: z.array(DunningStep),
}).meta({ id: "OperatorInvoice" });
export type OperatorInvoice = z.infer<typeof OperatorInvoice>;

const operatorInvoiceList = defineOperation({
  ...shared,
  id: "operatorInvoice.list",
  method: "GET",
  path: "/operator/invoices",
  summary: "List the invoices of all organizations, newest first",
  query: { ...pageQuery(), state: z.enum(INVOICE_STATES).optional(), organization: OrganizationId.optional() },
  output: z.array(Invoice),
  list: true,
});

const operatorInvoiceGet = defineOperation({
  ...invoice,
  id: "operatorInvoice.get",
  method: "GET",
  summary: "Get an invoice with its dunning",
  output: OperatorInvoice,
  errors: ["not_found"],
});

export const InvoicePostponement = z
  .strictObject({ due_at: Moment.describe("Later than it is due now, and not in the past."), reason: Reason })
  .meta({ id: "InvoicePostponement", examples: [{ due_at: "2030-02-01T00:00:00Z", reason: "Ticket 4711" }] });

const operatorInvoicePostpone = defineOperation({
  ...invoice,
  id: "operatorInvoice.postpone",
  method: "POST",
  path: "/operator/invoices/{invoice_id}/postpone",
  summary: "Postpone the due date of an unpaid invoice, with a reason that its organization sees",
  description: "Dunning counts from the new date. Steps that were taken are not repeated.",
  body: InvoicePostponement,
  output: OperatorInvoice,
  errors: ["not_found", "conflict"],
});

export const operatorInvoiceOperations = [operatorInvoiceList, operatorInvoiceGet, operatorInvoicePostpone] as const;
