import { type Database, statement } from "@fulmar/prisma";
import { z } from "zod";
import { parseBy } from "../request/parse-input.ts";
import { auditOperator, auditValues } from "../tenancy/audit-operator.ts";
import { Amount, AmountOwned } from "./amount.ts";
import { resumeCovered } from "./resume-covered.ts";
import { holdWallet, readWallet } from "./wallet.ts";

const Funds = z.strictObject({ balance: Amount, credit_limit: AmountOwned });

const setCreditLimit = statement(
  "wallet_set",
  `WITH changed AS (
     UPDATE wallet SET credit_limit = $2::numeric WHERE organization_id = $1 RETURNING organization_id
   )
   ${auditOperator("wallet.set", { resource: "changed.organization_id", workspace: "NULL::bigint", first: 3 })}`,
);

const adjust = statement(
  "wallet_adjust",
  `INSERT INTO ledger_entry (organization_id, kind, amount)
   SELECT organization_id, 'adjustment', $2::numeric - balance FROM wallet WHERE organization_id = $1 AND balance <> $2::numeric`,
);

export interface WalletState {
  readonly balance: string;
  readonly creditLimit: string;
  readonly currency: string;
}

/**
 * Says what an organization has and how much it may owe, in decimal text; the next purchase is decided by it. What is
 * missing to the balance, or too much, becomes an adjustment in the ledger.
 * @throws DomainError 400 that names the amount at fault, 404 without such an organization
 */
export async function setWallet(
  database: Pick<Database, "transaction">,
  request: { readonly organizationId: string; readonly balance: string; readonly creditLimit: string },
): Promise<WalletState> {
  const { organizationId } = request;
  const { balance, credit_limit } = parseBy(Funds, { balance: request.balance, credit_limit: request.creditLimit });
  return database.transaction(async ({ sql }) => {
    await holdWallet(sql, organizationId);
    await sql.query(setCreditLimit, [organizationId, credit_limit, ...auditValues()]);
    await sql.query(adjust, [organizationId, balance]);
    await resumeCovered(sql, organizationId);
    const wallet = await readWallet({ sql }, organizationId);
    return { balance: wallet.balance, creditLimit: wallet.credit_limit, currency: wallet.currency };
  });
}
