import { AMOUNT, AMOUNT_ABOVE_ZERO, decimal, type WalletRecord } from "@fulmar/contract";
import { type Database, isOutOfRange, type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { z } from "zod";
import { auditOperator } from "../audit/index.ts";
import { auditEvent, auditValues, bySystem } from "../request/audit-event.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { lockWallet, readWallet } from "./wallet.ts";

const SHAPE = "a decimal such as 100.50, with at most 10 digits before the point and 8 after it";

/** An amount of money as operators type it. A negative amount is a debt. */
const Amount = decimal(/^-?\d{1,10}(\.\d{1,8})?$/, `must be ${SHAPE}`);
const AmountOwned = decimal(AMOUNT, `must be ${SHAPE}, and not negative`);
const AmountAdded = decimal(AMOUNT_ABOVE_ZERO, `must be ${SHAPE}, and more than 0`);

const Funds = z.strictObject({ balance: Amount, credit_limit: AmountOwned });

const setCreditLimit = statement(
  "wallet_set",
  `WITH changed AS (
     UPDATE wallet SET credit_limit = $credit_limit::numeric WHERE organization_id = $organization_id
  RETURNING organization_id
   )
   ${auditOperator("wallet.set", { resource: "changed.organization_id", workspace: "NULL::bigint" })}`,
);

const adjust = statement(
  "wallet_adjust",
  `INSERT INTO ledger_entry (organization_id, kind, amount)
   SELECT organization_id, 'adjustment', $balance::numeric - balance FROM wallet
    WHERE organization_id = $organization_id AND balance <> $balance::numeric`,
);

const TopUp = z.strictObject({
  amount: AmountAdded,
  reference: z.string().trim().min(1).max(200).nullable(),
});

const credit = statement(
  "wallet_top_up",
  `WITH changed AS (
     INSERT INTO ledger_entry (organization_id, kind, amount, reference)
     VALUES ($organization_id, 'top_up', $amount::numeric, $reference) RETURNING organization_id
   )
   ${auditOperator("wallet.top_up", { resource: "changed.organization_id", workspace: "NULL::bigint" })}`,
);

const resume = statement(
  "wallet_resume_covered",
  `WITH resumed AS (
     UPDATE wallet SET suspended_at = NULL, suspended_by = NULL, suspended_reason = NULL
      WHERE organization_id = $organization_id
        AND (suspended_by = 'metering' AND balance + credit_limit >= 0
             OR suspended_by = 'dunning' AND NOT EXISTS (
               SELECT FROM invoice_debts($organization_id) AS debt JOIN dunning_step step
                   ON step.organization_id = $organization_id AND step.invoice_id = debt.invoice_id
                WHERE debt.outstanding > 0 AND step.kind = 'suspension'))
     RETURNING organization_id
   )
   ${auditEvent({
     rows: "resumed",
     ...bySystem("'metering'"),
     action: "'wallet.resume'",
     organization_id: "organization_id",
     resource_id: "organization_id",
   })}`,
);

interface WalletState {
  readonly balance: string;
  readonly creditLimit: string;
  readonly currency: string;
}

/**
 * Balance and credit limit, in decimal text, apply from the next purchase on. The difference to the old balance becomes
 * an adjustment in the ledger.
 * @throws DomainError 400 that names the invalid amount, 404 without such an organization
 */
export async function setWallet(
  database: Pick<Database, "transaction">,
  request: { readonly organizationId: string; readonly balance: string; readonly creditLimit: string },
): Promise<WalletState> {
  const { organizationId } = request;
  const { balance, credit_limit } = parseBy(Funds, { balance: request.balance, credit_limit: request.creditLimit });
  return database.transaction(async ({ sql }) => {
    await lockWallet(sql, organizationId);
    await sql.query(setCreditLimit, { organization_id: organizationId, credit_limit, ...auditValues() });
    await sql.query(adjust, { organization_id: organizationId, balance });
    await resumeCovered(sql, organizationId);
    const wallet = await readWallet({ sql }, organizationId);
    return { balance: wallet.balance, creditLimit: wallet.credit_limit, currency: wallet.currency };
  });
}

/**
 * Sets how far the balance may go below zero, in the caller's transaction.
 * @throws DomainError 404 without such an organization
 */
export async function setCreditIn(
  sql: Sql,
  request: { readonly organizationId: string; readonly creditLimit: string },
): Promise<WalletRecord> {
  const { organizationId, creditLimit } = request;
  await lockWallet(sql, organizationId);
  await sql.query(setCreditLimit, { organization_id: organizationId, credit_limit: creditLimit, ...auditValues() });
  await resumeCovered(sql, organizationId);
  return readWallet({ sql }, organizationId);
}

interface Payment {
  readonly organizationId: string;
  readonly amount: string;
  /** The operator's reference, such as a payment number; each is credited once. */
  readonly reference?: string | undefined;
}

/**
 * Adds to the balance of an organization, and lifts a suspension by metering if the funds then suffice.
 * @throws DomainError 400 that names the invalid field, 404 without such an organization, 409 when the reference was
 * credited already
 */
export function topUpWallet(database: Pick<Database, "transaction">, payment: Payment): Promise<WalletRecord> {
  return database.transaction(({ sql }) => topUpIn(sql, payment));
}

/** The same in the caller's transaction. */
export async function topUpIn(sql: Sql, { organizationId, ...payment }: Payment): Promise<WalletRecord> {
  const { amount, reference } = parseBy(TopUp, { amount: payment.amount, reference: payment.reference ?? null });
  await lockWallet(sql, organizationId);
  try {
    await sql.query(credit, { organization_id: organizationId, amount, reference, ...auditValues() });
  } catch (error) {
    if (isOutOfRange(error)) throw invalidField("amount", "is more than a balance can hold");
    if (violatedConstraint(error) === "ledger_entry_reference_unique") {
      throw conflict(
        "reference_taken",
        "The organization already has a top-up with this reference; each payment is credited once.",
      );
    }
    throw error;
  }
  await resumeCovered(sql, organizationId);
  return readWallet({ sql }, organizationId);
}

/**
 * Lifts a suspension by metering once the funds cover what was used, and one by dunning once it is paid. One by an
 * operator stays.
 */
export async function resumeCovered(sql: Sql, organizationId: string): Promise<void> {
  await sql.query(resume, { organization_id: organizationId, audit_event_id: newId("aud") });
}
