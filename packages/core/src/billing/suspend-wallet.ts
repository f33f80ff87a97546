import type { WalletRecord } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { auditOperator } from "../audit/index.ts";
import { tellOfSuspension } from "../mail/index.ts";
import { auditValues } from "../request/audit-event.ts";
import { conflict } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { lockWallet, readWallet } from "./wallet.ts";

const Suspension = z.strictObject({ reason: z.string().trim().min(1).max(500) });

// Replaces a suspension by metering, so that no top-up lifts it.
const suspend = statement(
  "wallet_suspend",
  `WITH changed AS (
     UPDATE wallet SET suspended_at = now(), suspended_by = 'operator', suspended_reason = $suspended_reason
      WHERE organization_id = $organization_id RETURNING organization_id, suspended_reason
   ), told AS (
     ${tellOfSuspension("changed")}
   )
   ${auditOperator("wallet.suspend", { resource: "changed.organization_id", workspace: "NULL::bigint" })}`,
);

const resume = statement(
  "wallet_resume",
  `WITH changed AS (
     UPDATE wallet SET suspended_at = NULL, suspended_by = NULL, suspended_reason = NULL
      WHERE organization_id = $organization_id AND suspended_at IS NOT NULL RETURNING organization_id
   )
   ${auditOperator("wallet.resume", { resource: "changed.organization_id", workspace: "NULL::bigint" })}
   RETURNING audit_event_id`,
);

/**
 * Keeps an organization from buying until an operator resumes it. What runs goes on for a grace and is charged
 * (docs/adr/0038).
 * @throws DomainError 400 for the reason, 404 without such an organization
 */
export function suspendWallet(
  database: Pick<Database, "transaction">,
  request: { readonly organizationId: string; readonly reason: string },
): Promise<WalletRecord> {
  return database.transaction(({ sql }) => suspendIn(sql, request));
}

/** The same in the caller's transaction. */
export async function suspendIn(
  sql: Sql,
  { organizationId, ...request }: { readonly organizationId: string; readonly reason: string },
): Promise<WalletRecord> {
  const { reason } = parseBy(Suspension, request);
  await lockWallet(sql, organizationId);
  await sql.query(suspend, { organization_id: organizationId, suspended_reason: reason, ...auditValues() });
  return readWallet({ sql }, organizationId);
}

/**
 * Lifts any suspension. Metering suspends again at its next hour if the funds still do not suffice.
 * @throws DomainError 404 without such an organization, 409 when it is not suspended
 */
export function resumeWallet(
  database: Pick<Database, "transaction">,
  { organizationId }: { readonly organizationId: string },
): Promise<WalletRecord> {
  return database.transaction(({ sql }) => resumeIn(sql, organizationId));
}

/** The same in the caller's transaction. */
export async function resumeIn(sql: Sql, organizationId: string): Promise<WalletRecord> {
  await lockWallet(sql, organizationId);
  const resumed = await sql.maybe(resume, { organization_id: organizationId, ...auditValues() });
  if (resumed === undefined)
    throw conflict("not_suspended", "The organization is not suspended; there is nothing to resume.");
  return readWallet({ sql }, organizationId);
}
