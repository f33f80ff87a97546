import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "./identifiers.ts";
import type { PersonEntry } from "./person-door.ts";
import { auditRow } from "./record-effect.ts";

const record = statement(
  "plan_record",
  `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result, planned)
   VALUES ($1, $2, $3::bigint, $4, $5, $6, $7, $8, $9, $10, 200, true)`,
);

/** Writes the audit event of somebody who has asked what a change would do. */
export async function recordPlan(sql: Sql, asked: Parameters<typeof auditRow>[0]): Promise<void> {
  await sql.query(record, [...auditRow(asked)]);
}

const recordOfPerson = statement(
  "plan_record_of_person",
  `INSERT INTO audit_event (audit_event_id, organization_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result, planned)
   SELECT $1, $2, 'user', u.id, u.name, $4, $5, $6, $7, 200, true FROM "user" u WHERE u.id = $3`,
);

/** The same for a change of an organization or an account. */
export async function recordPersonPlan(
  sql: Sql,
  asked: {
    readonly entry: PersonEntry;
    readonly operation: string;
    readonly resourceId: string | null;
    readonly requestId: string;
    readonly sourceIp: string | undefined;
  },
): Promise<void> {
  const { entry, operation, resourceId, requestId, sourceIp } = asked;
  const organizationId = entry.membership?.organizationId ?? null;
  const person = [newId("aud"), organizationId, entry.person.id] as const;
  await sql.query(recordOfPerson, [...person, operation, resourceId, requestId, sourceIp ?? null]);
}
