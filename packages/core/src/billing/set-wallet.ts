import { type Database, statement } from "@fulmar/prisma";
import { z } from "zod";
import { parseBy } from "../kernel/parse-input.ts";
import { auditOperator, auditValues } from "../tenancy/audit-operator.ts";
import { noSuchOrganization } from "../tenancy/no-such-organization.ts";
import { CURRENCY } from "./price-list.ts";

const SHAPE = "a decimal such as 100.50, with at most 10 digits before the point and 8 after it";
const Funds = z.strictObject({
  /** Below nothing, it is a debt. */
  balance: z.string().regex(/^-?\d{1,10}(\.\d{1,8})?$/, `must be ${SHAPE}`),
  credit_limit: z.string().regex(/^\d{1,10}(\.\d{1,8})?$/, `must be ${SHAPE}, and not negative`),
});

export interface WalletState {
  readonly balance: string;
  readonly creditLimit: string;
  readonly currency: string;
}

const set = statement(
  "wallet_set",
  `WITH changed AS (
     INSERT INTO wallet (organization_id, balance, credit_limit, currency)
     SELECT o.organization_id, $2::numeric, $3::numeric, $4 FROM organization o WHERE o.organization_id = $1
         ON CONFLICT (organization_id) DO UPDATE SET balance = excluded.balance, credit_limit = excluded.credit_limit
     RETURNING organization_id, balance, credit_limit, currency
   ), audited AS (
     ${auditOperator("wallet.set", { resource: "changed.organization_id", workspace: "NULL::bigint", first: 5 })}
   )
   SELECT trim_scale(balance)::text AS balance, trim_scale(credit_limit)::text AS "creditLimit", currency FROM changed`,
);

/**
 * Says what an organization has and how much it may owe, in decimal text; the next purchase is decided by it.
 * @throws DomainError 400 that names the amount at fault, 404 without such an organization
 */
export async function setWallet(
  database: Pick<Database, "sql">,
  request: { readonly organizationId: string; readonly balance: string; readonly creditLimit: string },
): Promise<WalletState> {
  const { balance, credit_limit } = parseBy(Funds, { balance: request.balance, credit_limit: request.creditLimit });
  const [wallet] = await database.sql.query<WalletState>(set, [request.organizationId, balance, credit_limit, CURRENCY, ...auditValues()]);
  if (wallet === undefined) throw noSuchOrganization();
  return wallet;
}
