import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "./identifiers.ts";
import type { PersonEntry } from "./person-door.ts";
import { AUDIT_COLUMNS, AUDIT_ROW, auditRow } from "./record-effect.ts";

const record = statement(
  "plan_record",
  `INSERT INTO audit_event (${AUDIT_COLUMNS}, result, planned) VALUES (${AUDIT_ROW}, 200, true)`,
);

/** Writes the audit event of somebody who has asked what a change would do. */
export async function recordPlan(sql: Sql, asked: Parameters<typeof auditRow>[0]): Promise<void> {
  await sql.query(record, auditRow(asked));
}

const recordOfPerson = statement(
  "plan_record_of_person",
  `INSERT INTO audit_event (audit_event_id, organization_id, actor_type, actor_id, actor_name, action, resource_id,
                            request_id, source_ip, result, planned)
   SELECT $audit_event_id, $organization_id, 'user', u.id, u.name, $action, $resource_id, $request_id, $source_ip, 200,
          true
     FROM "user" u WHERE u.id = $user_id`,
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
  await sql.query(recordOfPerson, {
    audit_event_id: newId("aud"),
    organization_id: entry.membership?.organizationId ?? null,
    user_id: entry.person.id,
    action: operation,
    resource_id: resourceId,
    request_id: requestId,
    source_ip: sourceIp ?? null,
  });
}
