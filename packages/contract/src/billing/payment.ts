// Payments into the wallet of an organization (docs/adr/0120).
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { WALLET_READER_ROLES } from "../declaration/roles.ts";
import { AMOUNT_ABOVE_ZERO, decimal } from "../values/decimal.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { DISPUTE_STATES, PAYMENT_PROVIDERS, PAYMENT_STATES, UNBOOKED_REASONS } from "./limits.ts";
import { DecimalText } from "./usage.ts";

/** An amount that is paid or refunded. The currency says how many decimals it may have. */
export const PaidAmount = decimal(
  AMOUNT_ABOVE_ZERO,
  "must be an amount above 0 such as 100.50, with at most 8 decimals",
);

export const Payment = z
  .strictObject({
    payment_id: z.string(),
    state: z.enum(PAYMENT_STATES),
    /** What was asked for. */
    amount: DecimalText,
    currency: z.string(),
    provider: z.enum(PAYMENT_PROVIDERS),
    /** The provider's name of the payment. Of a transfer, what the payer writes on it. */
    reference: z.string(),
    /** The page of the provider where it is paid, while it waits. Null for a transfer. */
    url: z.string().nullable(),
    /** Whom to pay and at which account, while a transfer waits. */
    pay_to: z.string().nullable(),
    /** What came, and in which currency. It may be another amount than was asked for. */
    paid_amount: DecimalText.nullable(),
    paid_currency: z.string().nullable(),
    paid_at: Timestamp.nullable(),
    /** Why what came is not in the wallet. Null: it is, or nothing came. */
    unbooked: z.enum(UNBOOKED_REASONS).nullable(),
    /** How much of it was sent back, or is about to be. */
    refunded: DecimalText,
    /** What becomes of the payer's bank asking for it back. Null: nobody disputes it. */
    dispute_state: z.enum(DISPUTE_STATES).nullable(),
    /** How much has left the wallet because of that, and not come back. */
    disputed: DecimalText,
    /** Null where nobody knows. */
    requester_name: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "Payment" });
export type Payment = z.infer<typeof Payment>;

export const NewPayment = z
  .strictObject({ amount: PaidAmount.describe("In the currency of the wallet, such as 100.50.") })
  .meta({ id: "NewPayment", examples: [{ amount: "100.50" }] });

const WHOLE_ORGANIZATION = "It belongs to the organization, so a token of specific workspaces has no access to it.";

const shared = {
  resource: "payment",
  family: "Billing",
  roles: WALLET_READER_ROLES,
  ofOrganization: true,
} as const;

const paymentList = defineOperation({
  ...shared,
  id: "payment.list",
  method: "GET",
  path: "/billing/payments",
  scope: "billing.read",
  verbPhrase: "see payments",
  summary: "List the organization's payments, newest first",
  description: WHOLE_ORGANIZATION,
  query: { ...pageQuery(), state: z.enum(PAYMENT_STATES).optional() },
  output: z.array(Payment),
  list: true,
});

const paymentCreate = defineOperation({
  ...shared,
  id: "payment.create",
  method: "POST",
  path: "/billing/payments",
  scope: "billing.write",
  verbPhrase: "pay",
  summary: "Begin a payment into the wallet",
  description:
    "The answer has the `url` of the payment page, or in `pay_to` the account to transfer the money to, " +
    "with the `reference` to give. Whatever amount arrives is credited. With the same idempotency key, " +
    "the payment is begun once. " +
    WHOLE_ORGANIZATION,
  success: 201,
  body: NewPayment,
  output: Payment,
});

const paymentGet = defineOperation({
  ...shared,
  id: "payment.get",
  method: "GET",
  path: "/billing/payments/{payment_id}",
  scope: "billing.read",
  verbPhrase: "see payments",
  summary: "Get a payment",
  description: WHOLE_ORGANIZATION,
  params: { payment_id: ResourceId },
  output: Payment,
  errors: ["not_found"],
});

export const paymentOperations = [paymentList, paymentCreate, paymentGet] as const;
