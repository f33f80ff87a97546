import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { endsBy } from "../request/door/operator-view.ts";
import { newId } from "../request/identifiers.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const ended = statement(
  "operator_acting_ended",
  `SELECT a.acting_id FROM operator_acting a WHERE a.ended_at IS NULL AND ${endsBy("a")} IS NOT NULL`,
);

// Once: the row has no end before.
const record = statement(
  "operator_acting_record_end",
  `WITH changed AS (
     UPDATE operator_acting a SET ended_at = least(now(), a.ends_at), ended_by = ${endsBy("a")}
      WHERE a.acting_id = $acting_id AND a.ended_at IS NULL AND ${endsBy("a")} IS NOT NULL
     RETURNING a.acting_id, a.organization_id, a.user_id, a.operator_name,
               CASE a.ended_by WHEN 'time' THEN 'Its time was over.' WHEN 'lock' THEN 'The operator was locked.'
                    WHEN 'membership' THEN 'The operator became a member.'
                    WHEN 'sign_out' THEN 'The operator signed out.' ELSE 'The operator lost the role.' END AS reason
   ), told AS (
     INSERT INTO operator_event (event_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
                                 organization_id, reason, fields, request_id, result)
     SELECT $event_id, 'user', c.user_id, c.operator_name, 'operatorActing.ended', 'operator_acting', c.acting_id,
            c.organization_id, c.reason, '{}', $audit_event_id, 200
       FROM changed c
   )
   ${auditEvent({
     ...bySystem("'end-operator-views'"),
     rows: "changed",
     organization_id: "changed.organization_id",
     action: "'organization.view_end'",
     resource_id: "changed.organization_id",
     detail: "changed.operator_name || ' views the organization no longer: ' || changed.reason",
   })}`,
);

/** Records the end of a view that ended by itself, in both trails. Another process may have done so. */
export async function recordEnd(sql: Sql, acting_id: string): Promise<void> {
  await sql.query(record, { acting_id, event_id: newId("oev"), audit_event_id: newId("aud") });
}

/** Records the ends of views whose time was over, or whose operator lost what let them in. */
export const endViews: Reconciler<WorkerServices> = {
  name: "end-operator-views",
  everyMs: 10_000,
  async run({ database: { sql } }, signal) {
    for (const { acting_id } of await sql.query(ended)) {
      if (signal.aborted) return;
      await recordEnd(sql, acting_id);
    }
  },
};
