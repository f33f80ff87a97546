// Payments as the organization that makes them sees them (docs/adr/0120).
import type { Configuration } from "@fulmar/config";
import { Payment } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { StartedPayment } from "@fulmar/providers";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { foundInOrganization } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { CURRENCY_COLUMN } from "./currency.ts";
import { requireOrganizationToken } from "./organization-token.ts";
import { atProvider, requireDecimals, requirePaymentProvider } from "./payment-provider.ts";

/** The columns of a payment. `payee` is whom a transfer is for. */
export const PAYMENT_COLUMNS = `p.payment_id, p.state, trim_scale(p.amount)::text AS amount, p.currency, p.provider, p.reference, p.url,
          trim_scale(p.paid_amount)::text AS paid_amount, p.paid_currency, p.paid_at, p.unbooked,
          trim_scale(p.refunded)::text AS refunded, p.dispute_state,
          trim_scale(p.disputed)::text AS disputed, p.requester_name, p.created_at,
          coalesce((SELECT legal_name FROM seller), (SELECT name FROM installation_settings)) AS payee`;
/** The settings have a name. */
export const PAYEE = { present: ["payee"] } as const;

const list = statement(
  "payment_list",
  `SELECT ${PAYMENT_COLUMNS} FROM payment p
    WHERE p.organization_id = $organization_id AND p.payment_id < $after
      AND ($state::text IS NULL OR p.state = $state)
    ORDER BY p.payment_id DESC LIMIT $limit::int`,
  PAYEE,
);

const get = statement(
  "payment_get",
  `SELECT ${PAYMENT_COLUMNS} FROM payment p
    WHERE p.organization_id = $organization_id AND p.payment_id = $payment_id`,
  PAYEE,
);

const payer = statement(
  "payment_payer",
  `SELECT o.name, s.name AS cloud, ${CURRENCY_COLUMN} FROM organization o CROSS JOIN installation_settings s
    WHERE o.organization_id = $organization_id`,
  { present: ["currency"] },
);

// The webhook of a payment may come before this, and then there is a row.
const insert = statement(
  "payment_insert",
  `WITH made AS (
     INSERT INTO payment (payment_id, organization_id, amount, currency, provider, reference, url, requester_name)
     VALUES ($payment_id, $organization_id, $amount::numeric, $currency, $provider, $reference, $url, $requester_name)
         ON CONFLICT DO NOTHING
   ), changed AS (
     SELECT $payment_id::text AS payment_id, $organization_id::text AS organization_id
   )
   ${auditChange("payment.create", { resource: "changed.payment_id", detail: "$amount::text || ' ' || $currency::text" })}`,
);

const shown = wireForm(
  Payment.omit({ state: true, provider: true, unbooked: true, dispute_state: true, pay_to: true, url: true }),
);

type PaymentRow = RowOf<typeof get>;

export function toPayment(row: PaymentRow, { payments }: Pick<Configuration, "payments">): Payment {
  const { state, provider, unbooked, dispute_state } = Payment.shape;
  const waits = row.state === "waiting";
  const account = payments.provider === "transfer" ? payments.account : undefined;
  return {
    ...shown(row),
    state: state.parse(row.state),
    provider: provider.parse(row.provider),
    unbooked: unbooked.parse(row.unbooked),
    dispute_state: dispute_state.parse(row.dispute_state),
    url: waits ? row.url : null,
    pay_to:
      waits && row.provider === "transfer" ? [row.payee, ...(account === undefined ? [] : [account])].join(", ") : null,
  };
}

async function readPayment(
  { sql, workspace, configuration }: Pick<RequestContext, "sql" | "workspace" | "configuration">,
  payment_id: string,
): Promise<Payment> {
  const row = await sql.maybe(get, { organization_id: workspace.organizationId, payment_id });
  return toPayment(foundInOrganization(row, "payment"), configuration);
}

export const listPayments: Handler<"payment.list"> = async (context, { limit, cursor, state }) => {
  requireOrganizationToken(context, "Payments");
  const { sql, workspace, configuration } = context;
  const after = olderThan(cursor, "pay");
  const rows = await sql.query(list, {
    organization_id: workspace.organizationId,
    ...{ after, state, limit: limit + 1 },
  });
  return toPage(
    rows,
    limit,
    ({ payment_id }) => payment_id,
    (row) => toPayment(row, configuration),
  );
};

export const getPayment: Handler<"payment.get"> = (context, { payment_id }) => {
  requireOrganizationToken(context, "Payments");
  return readPayment(context, payment_id);
};

/** The provider is asked outside of the transaction, and not at all by a rehearsal. */
export const createPayment: Handler<"payment.create"> = async (context, { amount }) => {
  requireOrganizationToken(context, "Payments");
  const { sql, workspace, configuration, caller } = context;
  const { organizationId } = workspace;
  const { name, cloud, currency } = await readPayer(sql, organizationId);
  requireDecimals(amount, currency);
  const started = await beginPayment(context, { name, cloud, amount, currency });
  await sql.query(insert, {
    ...{ organization_id: organizationId, amount, currency, ...started },
    ...{ provider: configuration.payments.provider, requester_name: caller.name },
    ...auditChangeValues(context.actor()),
  });
  return readPayment(context, started.payment_id);
};

async function beginPayment(
  { workspace, configuration, outside, rehearsed, signal }: RequestContext,
  asked: { readonly name: string; readonly cloud: string; readonly amount: string; readonly currency: string },
): Promise<StartedPayment & { readonly payment_id: string }> {
  const provider = requirePaymentProvider(configuration.payments);
  if (rehearsed) return { payment_id: newId("pay"), reference: newId("pay"), url: null };
  const begin = async (until: AbortSignal) => {
    const payment_id = newId("pay");
    const { name, cloud, amount, currency } = asked;
    const returnUrl = `${configuration.publicConsoleUrl}/workspaces/${workspace.id}/billing/payments/${payment_id}`;
    const payment = {
      ...{ paymentId: payment_id, organizationId: workspace.organizationId, amount, currency, returnUrl },
      description: `${cloud}: funds of ${name}`,
    };
    return { payment_id, ...(await atProvider(provider.start(payment, until))) };
  };
  // A transfer begins without anybody else.
  return configuration.payments.provider === "transfer" ? begin(signal) : outside(begin);
}

async function readPayer(sql: Sql, organization_id: string) {
  return foundInOrganization(await sql.maybe(payer, { organization_id }), "wallet");
}
