import type { WalletRecord } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { auditOperator } from "../audit/index.ts";
import { tellOfSuspension } from "../mail/index.ts";
import { auditValues } from "../request/audit-event.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { DUE_AT } from "./invoices.ts";
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

/** What an operator gives to what is overdue, where dunning would suspend the organization again at once. */
const Postponement = z.strictObject({
  due_at: z.date().optional(),
  reason: z.string().trim().min(1).max(200).default("An operator lifted the suspension."),
});

// Of several overdue invoices all are postponed, so that the next one does not suspend it tomorrow.
const resume = statement(
  "wallet_resume",
  `WITH changed AS (
     UPDATE wallet SET suspended_at = NULL, suspended_by = NULL, suspended_reason = NULL
      WHERE organization_id = $organization_id AND suspended_at IS NOT NULL RETURNING organization_id
   ), overdue AS (
     SELECT unpaid.invoice_id, unpaid.number,
            bool_or(unpaid.due_at + settings.dunning_suspension_days * interval '1 day' <= now()) OVER () AS suspends,
            coalesce($due_at::timestamptz, now() + settings.invoice_due_days * interval '1 day') AS new_due_at
       FROM (SELECT i.invoice_id, i.number, ${DUE_AT} AS due_at
               FROM invoice_debts($organization_id) AS debt
               JOIN invoice i ON i.organization_id = $organization_id AND i.invoice_id = debt.invoice_id
              WHERE debt.outstanding > 0) AS unpaid
      CROSS JOIN installation_settings settings
      WHERE unpaid.due_at <= now()
   ), postponed AS (
     INSERT INTO invoice_postponement AS p (organization_id, invoice_id, due_at, reason)
     SELECT changed.organization_id, overdue.invoice_id, overdue.new_due_at, $reason
       FROM changed CROSS JOIN overdue WHERE overdue.suspends
         ON CONFLICT (organization_id, invoice_id) DO UPDATE
        SET due_at = excluded.due_at, reason = excluded.reason, postponed_at = now()
     RETURNING p.invoice_id, p.due_at
   )
   ${auditOperator("wallet.resume", {
     ...{ resource: "changed.organization_id", workspace: "NULL::bigint" },
     detail: `(SELECT 'Postponed to ' || to_char(min(p.due_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') || ': '
                      || string_agg(o.number, ', ' ORDER BY o.number) || '. ' || $reason
                 FROM postponed p JOIN overdue o USING (invoice_id))`,
   })}
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

/** Lifts the suspension of an organization. */
export interface Resumption {
  readonly organizationId: string;
  /** When its overdue invoices are due again. By default after the days of a new invoice. */
  readonly dueAt?: Date | undefined;
  /** Why they are postponed, which its members see. */
  readonly reason?: string | undefined;
}

/**
 * Lifts any suspension. Where dunning would suspend again at once, what is overdue is postponed. Metering suspends
 * again at its next hour if the funds still do not suffice.
 * @throws DomainError 400 that names the field, 404 without such an organization, 409 when it is not suspended
 */
export function resumeWallet(database: Pick<Database, "transaction">, request: Resumption): Promise<WalletRecord> {
  return database.transaction(({ sql }) => resumeIn(sql, request));
}

/** The same in the caller's transaction. */
export async function resumeIn(sql: Sql, { organizationId, dueAt, ...request }: Resumption): Promise<WalletRecord> {
  const { due_at, reason } = parseBy(Postponement, { due_at: dueAt, ...request });
  if (due_at !== undefined && due_at.getTime() <= Date.now()) throw invalidField("due_at", "must be later than now");
  await lockWallet(sql, organizationId);
  const resumed = await sql.maybe(resume, { organization_id: organizationId, due_at, reason, ...auditValues() });
  if (resumed === undefined)
    throw conflict("not_suspended", "The organization is not suspended; there is nothing to resume.");
  return readWallet({ sql }, organizationId);
}
