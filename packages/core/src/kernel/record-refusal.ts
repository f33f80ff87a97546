import { type Sql, statement } from "@fulmar/prisma";
import type { DomainError } from "./domain-error.ts";
import { auditRow } from "./record-effect.ts";

const record = statement(
  "refusal_record",
  `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result)
   VALUES ($1, $2, $3::bigint, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** What a known caller was denied: by rights, by funds, or by the state of things. What was malformed or is not there was no attempt at anything. */
const RECORDED: ReadonlySet<number> = new Set([402, 403, 409]);

/** Writes that a change was refused (docs/adr/0009). The change's transaction is undone by then, so this is a statement of its own. */
export async function recordRefusal(sql: Sql, attempt: Parameters<typeof auditRow>[0], refusal: DomainError): Promise<void> {
  if (RECORDED.has(refusal.status)) await sql.query(record, [...auditRow(attempt), refusal.status]);
}
