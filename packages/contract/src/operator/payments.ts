// Payments of all organizations: transfers that arrived, and refunds (docs/adr/0120).
import { z } from "zod";
import { DISPUTE_STATES, PAYMENT_STATES, REFUND_STATES, UNBOOKED_DISPUTE_REASONS } from "../billing/limits.ts";
import { PaidAmount, Payment } from "../billing/payment.ts";
import { DecimalText } from "../billing/usage.ts";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Day, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { Reason } from "./organizations.ts";

const shared = {
  family: "Operator",
  audience: "operator",
  subject: "installation",
  resource: "payment",
} as const;
const payments = "/operator/payments";
const payment = `${payments}/{payment_id}` as const;
const params = { payment_id: ResourceId };

export const OperatorPayment = Payment.extend({
  organization_id: z.string(),
  organization_name: z.string(),
}).meta({ id: "OperatorPayment" });
export type OperatorPayment = z.infer<typeof OperatorPayment>;

const PaymentRefund = z
  .strictObject({
    refund_id: z.string(),
    state: z.enum(REFUND_STATES),
    amount: DecimalText,
    currency: z.string(),
    /** The provider's name of it. Null until it was carried out. */
    reference: z.string().nullable(),
    /** Null for a refund that was made at the provider. */
    reason: z.string().nullable(),
    /** Why it failed, or has not been carried out yet. */
    problem: z.string().nullable(),
    created_at: Timestamp,
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: "PaymentRefund" });

const PaymentDispute = z
  .strictObject({
    dispute_id: z.string(),
    state: z.enum(DISPUTE_STATES),
    /** What the bank gives as reason, such as `fraudulent`. */
    reason: z.string(),
    /** What the bank disputes. */
    amount: DecimalText,
    currency: z.string(),
    /** Until when the provider takes evidence. Null: it takes none. */
    evidence_due_at: Timestamp.nullable(),
    /** What has left the wallet for it, and what came back. */
    taken: DecimalText,
    given_back: DecimalText,
    /** Why the wallet does not follow it. Null: it does. */
    unbooked: z.enum(UNBOOKED_DISPUTE_REASONS).nullable(),
    /** The provider's name of it, and its page there. */
    reference: z.string(),
    url: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: "PaymentDispute" });

export const OperatorPaymentDetail = OperatorPayment.extend({
  refunds: z.array(PaymentRefund),
  disputes: z.array(PaymentDispute),
}).meta({ id: "OperatorPaymentDetail" });
export type OperatorPaymentDetail = z.infer<typeof OperatorPaymentDetail>;

const operatorPaymentList = defineOperation({
  ...shared,
  id: "operatorPayment.list",
  method: "GET",
  path: payments,
  summary: "List the payments of all organizations, newest first",
  description: "`reference` matches exactly: the provider's id of a payment, or the reference on a transfer.",
  query: {
    ...pageQuery(),
    state: z.enum(PAYMENT_STATES).optional(),
    dispute_state: z.enum(DISPUTE_STATES).optional(),
    organization_id: OrganizationId.optional(),
    reference: keptAs("trim", z.string().trim().min(1).max(200)).optional(),
  },
  output: z.array(OperatorPayment),
  list: true,
});

const operatorPaymentGet = defineOperation({
  ...shared,
  id: "operatorPayment.get",
  method: "GET",
  path: payment,
  summary: "Get a payment with its refunds and disputes",
  params,
  output: OperatorPaymentDetail,
  errors: ["not_found"],
});

export const PaymentConfirmation = z
  .strictObject({
    amount: PaidAmount.describe("What arrived, which may be another amount than was asked for."),
    paid_on: Day.describe("The day (UTC) on which it arrived."),
  })
  .meta({ id: "PaymentConfirmation", examples: [{ amount: "100.50", paid_on: "2026-11-27" }] });

const operatorPaymentConfirm = defineOperation({
  ...shared,
  id: "operatorPayment.confirm",
  method: "POST",
  path: `${payment}/confirm`,
  summary: "Confirm that a transfer arrived, and credit it to the wallet",
  description: "Owners and billing members get a mail. A cancelled transfer can still be confirmed.",
  params,
  body: PaymentConfirmation,
  output: OperatorPaymentDetail,
  errors: ["not_found", "conflict"],
});

export const PaymentCancellation = z
  .strictObject({ reason: Reason })
  .meta({ id: "PaymentCancellation", examples: [{ reason: "Nothing has arrived for a month." }] });

const operatorPaymentCancel = defineOperation({
  ...shared,
  id: "operatorPayment.cancel",
  method: "POST",
  path: `${payment}/cancel`,
  summary: "Cancel a payment that has not arrived",
  description: "Money that arrives later is still credited.",
  params,
  body: PaymentCancellation,
  output: OperatorPaymentDetail,
  errors: ["not_found", "conflict"],
});

export const PaymentRefundRequest = z
  .strictObject({
    amount: PaidAmount.describe("At most what is left of the payment."),
    reason: Reason,
    allow_debt: z
      .boolean()
      .default(false)
      .describe("Whether to refund it although the balance does not cover it, and so falls below 0."),
  })
  .meta({ id: "PaymentRefundRequest", examples: [{ amount: "20", reason: "Ticket 4711" }] });

const operatorPaymentRefund = defineOperation({
  ...shared,
  id: "operatorPayment.refund",
  method: "POST",
  path: `${payment}/refunds`,
  summary: "Refund a payment, or a part of it",
  description:
    "The amount leaves the wallet at once, and a worker refunds it at the provider within a minute. If " +
    "the provider refuses, the amount returns to the wallet. For a transfer, the operator sends the " +
    "money back and records it here. Owners and billing members get an e-mail. A payment cannot be " +
    "refunded while the payer's bank disputes it.",
  success: 201,
  params,
  body: PaymentRefundRequest,
  output: OperatorPaymentDetail,
  errors: ["not_found", "conflict"],
});

export const operatorPaymentOperations = [
  operatorPaymentList,
  operatorPaymentGet,
  operatorPaymentConfirm,
  operatorPaymentCancel,
  operatorPaymentRefund,
] as const;
