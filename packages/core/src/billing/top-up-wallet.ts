import type { WalletRecord } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { z } from "zod";
import { isOutOfRange, violatedConstraint } from "../request/database-error.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { auditOperator, auditValues } from "../tenancy/audit-operator.ts";
import { AmountAdded } from "./amount.ts";
import { resumeCovered } from "./resume-covered.ts";
import { holdWallet, readWallet } from "./wallet.ts";

const TopUp = z.strictObject({
  amount: AmountAdded,
  reference: z.string().trim().min(1).max(200).nullable(),
});

const credit = statement(
  "wallet_top_up",
  `WITH changed AS (
     INSERT INTO ledger_entry (organization_id, kind, amount, reference) VALUES ($1, 'top_up', $2::numeric, $3) RETURNING organization_id
   )
   ${auditOperator("wallet.top_up", { resource: "changed.organization_id", workspace: "NULL::bigint", first: 4 })}`,
);

/**
 * Adds to what an organization has, and lifts the suspension by metering that this covers.
 * @param request.reference what the operator calls it, such as the number of a payment: it is credited once
 * @throws DomainError 400 that names the field at fault, 404 without such an organization, 409 when the reference was
 * credited already
 */
export async function topUpWallet(
  database: Pick<Database, "transaction">,
  request: { readonly organizationId: string; readonly amount: string; readonly reference?: string | undefined },
): Promise<WalletRecord> {
  const { organizationId } = request;
  const { amount, reference } = parseBy(TopUp, { amount: request.amount, reference: request.reference ?? null });
  try {
    return await database.transaction(async ({ sql }) => {
      await holdWallet(sql, organizationId);
      await sql.query(credit, [organizationId, amount, reference, ...auditValues()]);
      await resumeCovered(sql, organizationId);
      return readWallet({ sql }, organizationId);
    });
  } catch (error) {
    if (isOutOfRange(error)) throw invalidField("amount", "is more than a balance can hold");
    if (violatedConstraint(error) === "ledger_entry_reference_unique") {
      throw conflict("reference_taken", "The organization has a top-up of this reference; a payment is credited once.");
    }
    throw error;
  }
}
