// Invoices as who runs the installation sees them (docs/adr/0126).
import { OperatorInvoice } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { auditOperator } from "../audit/index.ts";
import { DEBT, INVOICE_COLUMNS, INVOICE_PRESENT, toInvoice } from "../billing/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import { auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";

const PRESENT = { present: [...INVOICE_PRESENT] };

const pageOf = (condition: string) => `SELECT ${INVOICE_COLUMNS} FROM invoice i ${DEBT}
    WHERE i.invoice_id < $before AND ${condition} ORDER BY i.invoice_id DESC LIMIT $limit`;
const OF_ONE = "i.organization_id = $organization_id";
const STATE = "debt.state = $state";

// What is owed has an index of its own.
const lists = {
  all: statement("operator_invoice_list", pageOf("true"), PRESENT),
  paid: statement("operator_invoice_list_paid", pageOf("debt.state = 'paid'"), PRESENT),
  owed: statement("operator_invoice_list_owed", pageOf(`i.owed > 0 AND ${STATE}`), PRESENT),
  all_of_one: statement("operator_invoice_list_of", pageOf(OF_ONE), PRESENT),
  state_of_one: statement("operator_invoice_list_of_by_state", pageOf(`${OF_ONE} AND ${STATE}`), PRESENT),
};

const get = statement(
  "operator_invoice_get",
  `SELECT ${INVOICE_COLUMNS},
          (SELECT p.reason FROM invoice_postponement p
            WHERE p.organization_id = i.organization_id AND p.invoice_id = i.invoice_id) AS postponed_reason
     FROM invoice i ${DEBT} WHERE i.invoice_id = $invoice_id`,
  PRESENT,
);

const steps = statement(
  "operator_invoice_steps",
  `SELECT kind, number, trim_scale(outstanding)::text AS outstanding, at FROM dunning_step
    WHERE organization_id = $organization_id AND invoice_id = $invoice_id ORDER BY at, kind, number`,
);

const postpone = statement(
  "operator_invoice_postpone",
  `WITH changed AS (
     INSERT INTO invoice_postponement AS p (organization_id, invoice_id, due_at, reason)
     VALUES ($organization_id, $invoice_id, $due_at::timestamptz, $reason)
         ON CONFLICT (organization_id, invoice_id) DO UPDATE
        SET due_at = excluded.due_at, reason = excluded.reason, postponed_at = now()
     RETURNING organization_id, invoice_id, reason
   )
   ${auditOperator("invoice.postpone", {
     ...{ resource: "changed.invoice_id", workspace: "NULL::bigint", detail: "changed.reason" },
   })}`,
);

// Postponements of one organization follow each other, and payments.
const lock = statement(
  "operator_invoice_lock",
  `SELECT w.organization_id FROM wallet w JOIN invoice i USING (organization_id)
    WHERE i.invoice_id = $invoice_id FOR UPDATE OF w`,
);

const shownStep = wireForm(OperatorInvoice.shape.steps.element.omit({ kind: true }));

function toStep({ kind, ...row }: RowOf<typeof steps>): OperatorInvoice["steps"][number] {
  return { ...shownStep(row), kind: OperatorInvoice.shape.steps.element.shape.kind.parse(kind) };
}

/** @throws DomainError 404 */
async function readInvoice(sql: Sql, invoice_id: string): Promise<OperatorInvoice> {
  const row = await sql.maybe(get, { invoice_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such invoice; check its id.");
  const { postponed_reason, ...invoice } = row;
  const taken = await sql.query(steps, { organization_id: row.organization_id, invoice_id });
  return { ...toInvoice(invoice), postponed_reason, steps: taken.map(toStep) };
}

export const listInvoicesForOperator: Handler<"operatorInvoice.list"> = async (
  { sql },
  { limit, cursor, state, organization: organization_id },
) => {
  const page = { before: olderThan(cursor, "ivc"), limit: limit + 1 };
  const rows = await (organization_id === undefined
    ? state === undefined
      ? sql.query(lists.all, page)
      : state === "paid"
        ? sql.query(lists.paid, page)
        : sql.query(lists.owed, { ...page, state })
    : state === undefined
      ? sql.query(lists.all_of_one, { ...page, organization_id })
      : sql.query(lists.state_of_one, { ...page, organization_id, state }));
  return toPage(rows, limit, ({ invoice_id }) => invoice_id, toInvoice);
};

export const getInvoiceForOperator: Handler<"operatorInvoice.get"> = ({ sql }, { invoice_id }) =>
  readInvoice(sql, invoice_id);

export const postponeInvoice: Handler<"operatorInvoice.postpone"> = async ({ sql }, { invoice_id, due_at, reason }) => {
  await sql.maybe(lock, { invoice_id });
  const { organization_id, due_at: present, state } = await readInvoice(sql, invoice_id);
  if (state === "paid" || present === null)
    throw conflict("conflict", "The invoice is paid; there is nothing to postpone.");
  if (Date.parse(due_at) <= Math.max(Date.parse(present), Date.now()))
    throw invalidField("due_at", `must be later than now and than ${toTimestamp(new Date(present))}`);
  await sql.query(postpone, { organization_id, invoice_id, due_at: new Date(due_at), reason, ...auditValues() });
  return readInvoice(sql, invoice_id);
};
