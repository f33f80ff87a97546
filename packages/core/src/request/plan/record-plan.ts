import { type Sql, statement } from "@fulmar/prisma";
import { auditEvent, auditRequest, auditRow, auditValues, byUser } from "../audit-event.ts";
import type { PersonEntry } from "../door/person-door.ts";

const record = statement("plan_record", auditRequest({ planned: "true" }));

/** Writes the audit event of somebody who has asked what a change would do. */
export async function recordPlan(sql: Sql, asked: Parameters<typeof auditRow>[0]): Promise<void> {
  await sql.query(record, auditRow(asked));
}

const recordOfPerson = statement(
  "plan_record_of_person",
  auditEvent({
    rows: '"user" u WHERE u.id = $user_id',
    organization_id: "$organization_id",
    actor: byUser("u"),
    action: "$action",
    resource_id: "$resource_id",
    source_ip: "$source_ip",
    planned: "true",
  }),
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
  const { entry, operation, resourceId, ...origin } = asked;
  await sql.query(recordOfPerson, {
    ...auditValues(origin),
    organization_id: entry.membership?.organizationId ?? null,
    user_id: entry.person.id,
    action: operation,
    resource_id: resourceId,
  });
}
