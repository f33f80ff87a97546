// Payments of all organizations, as who runs the installation sees them (docs/adr/0120).
import { OperatorPaymentDetail } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { cancelPaymentIn, confirmPaymentIn, PAYEE, PAYMENT_COLUMNS, refundIn, toPayment } from "../billing/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";
import type { InstallationContext } from "../request/installation-context.ts";

const COLUMNS = `${PAYMENT_COLUMNS}, p.organization_id, o.name AS organization_name`;
const OF_ORGANIZATION = "JOIN organization o ON o.organization_id = p.organization_id";

const pageOf = (condition: string) => `SELECT ${COLUMNS}
     FROM (SELECT * FROM payment
            WHERE ${condition} AND payment_id < $after
            ORDER BY payment_id DESC LIMIT $limit::int) AS p
     ${OF_ORGANIZATION}
    ORDER BY p.payment_id DESC`;

const ofState = "($state::text IS NULL OR state = $state)";
const ofDispute = "($dispute_state::text IS NULL OR dispute_state = $dispute_state)";
const payments = {
  all: statement("operator_payment_list", pageOf("true"), PAYEE),
  state: statement("operator_payment_list_by_state", pageOf("state = $state"), PAYEE),
  dispute_state: statement(
    "operator_payment_list_by_dispute",
    pageOf(`dispute_state = $dispute_state AND ${ofState}`),
    PAYEE,
  ),
  organization: statement(
    "operator_payment_list_by_organization",
    pageOf(`organization_id = $organization_id AND ${ofState} AND ${ofDispute}`),
    PAYEE,
  ),
  reference: statement(
    "operator_payment_list_by_reference",
    pageOf(
      `reference = $reference AND ${ofState} AND ${ofDispute} AND ($organization_id::text IS NULL OR organization_id = $organization_id)`,
    ),
    PAYEE,
  ),
};

const get = statement(
  "operator_payment_get",
  `SELECT ${COLUMNS} FROM payment p ${OF_ORGANIZATION} WHERE p.payment_id = $payment_id`,
  PAYEE,
);

const refunds = statement(
  "operator_payment_refunds",
  `SELECT refund_id, state, trim_scale(amount)::text AS amount, currency, reference, reason, problem, created_at, ended_at
     FROM payment_refund WHERE payment_id = $payment_id ORDER BY refund_id DESC LIMIT 200`,
);

const disputes = statement(
  "operator_payment_disputes",
  `SELECT dispute_id, state, reason, trim_scale(amount)::text AS amount, currency, evidence_due_at,
          trim_scale(taken)::text AS taken, trim_scale(given_back)::text AS given_back, unbooked, reference, url, created_at
     FROM payment_dispute WHERE payment_id = $payment_id ORDER BY dispute_id DESC LIMIT 200`,
);

const Dispute = OperatorPaymentDetail.shape.disputes.element;
const shownDispute = wireForm(Dispute.omit({ state: true, unbooked: true }));

const RefundState = OperatorPaymentDetail.shape.refunds.element.shape.state;

function shown(row: RowOf<typeof get>, { configuration }: Pick<InstallationContext, "configuration">) {
  const { organization_id, organization_name } = row;
  return { ...toPayment(row, configuration), organization_id, organization_name };
}

/** @throws DomainError 404 */
async function readRow(sql: Sql, payment_id: string): Promise<RowOf<typeof get>> {
  const row = await sql.maybe(get, { payment_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such payment; check its id.");
  return row;
}

async function readDetail(
  context: Pick<InstallationContext, "sql" | "configuration">,
  payment_id: string,
): Promise<OperatorPaymentDetail> {
  const row = await readRow(context.sql, payment_id);
  const listed = (await context.sql.query(refunds, { payment_id })).map((refund) => ({
    ...refund,
    state: RefundState.parse(refund.state),
    created_at: toTimestamp(refund.created_at),
    ended_at: refund.ended_at === null ? null : toTimestamp(refund.ended_at),
  }));
  return { ...shown(row, context), refunds: listed, disputes: await readDisputes(context.sql, payment_id) };
}

async function readDisputes(sql: Sql, payment_id: string): Promise<OperatorPaymentDetail["disputes"]> {
  return (await sql.query(disputes, { payment_id })).map((dispute) => ({
    ...shownDispute(dispute),
    state: Dispute.shape.state.parse(dispute.state),
    unbooked: Dispute.shape.unbooked.parse(dispute.unbooked),
  }));
}

export const listPaymentsForOperator: Handler<"operatorPayment.list"> = async (
  context,
  { limit, cursor, state, dispute_state, organization_id, reference },
) => {
  const { sql } = context;
  const page = { after: olderThan(cursor, "pay"), limit: limit + 1 };
  const rows = await (reference !== undefined
    ? sql.query(payments.reference, { ...page, reference, state, dispute_state, organization_id })
    : organization_id !== undefined
      ? sql.query(payments.organization, { ...page, organization_id, state, dispute_state })
      : dispute_state !== undefined
        ? sql.query(payments.dispute_state, { ...page, dispute_state, state })
        : state !== undefined
          ? sql.query(payments.state, { ...page, state })
          : sql.query(payments.all, page));
  return toPage(
    rows,
    limit,
    ({ payment_id }) => payment_id,
    (row) => shown(row, context),
  );
};

export const getPaymentForOperator: Handler<"operatorPayment.get"> = (context, { payment_id }) =>
  readDetail(context, payment_id);

export const confirmPayment: Handler<"operatorPayment.confirm"> = async (context, { payment_id, amount, paid_on }) => {
  const payment = await readRow(context.sql, payment_id);
  await confirmPaymentIn(context.sql, payment, { amount, paid_on });
  return readDetail(context, payment_id);
};

export const cancelPayment: Handler<"operatorPayment.cancel"> = async (context, { payment_id, reason }) => {
  await readRow(context.sql, payment_id);
  await cancelPaymentIn(context.sql, payment_id, reason);
  return readDetail(context, payment_id);
};

export const refundPayment: Handler<"operatorPayment.refund"> = async (context, { payment_id, ...refund }) => {
  const payment = await readRow(context.sql, payment_id);
  await refundIn(context.sql, payment, refund);
  return readDetail(context, payment_id);
};
