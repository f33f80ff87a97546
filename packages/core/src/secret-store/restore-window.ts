import { RESTORE_DAYS } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Database, statement } from "@fulmar/prisma";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";

/** How long deleted secrets and stores can be restored, in SQL. A reconciler destroys them afterwards. */
export const RESTORE_WINDOW = `interval '${RESTORE_DAYS} days'`;

/** The end of the restore window of a deletion at this time, as an ISO text. */
export function restorableUntil(deletedAt: Date): string {
  return new Date(deletedAt.getTime() + RESTORE_DAYS * 86_400_000).toISOString();
}

const BATCH = 500;

/** Destroys rows of a table whose restore window has passed, and writes an audit event for each. */
const destroyFrom = <const Table extends string>(table: Table, id: string, action: string) =>
  statement(
    `${table}_destroy_deleted`,
    `WITH gone AS (
       DELETE FROM ${table} WHERE deleted_at < now() - ${RESTORE_WINDOW} AND (workspace_id, ${id}) IN (
         SELECT workspace_id, ${id} FROM ${table} WHERE deleted_at < now() - ${RESTORE_WINDOW} LIMIT $limit)
       RETURNING workspace_id, ${id} AS resource_id
     ), numbered AS (
       SELECT g.resource_id, w.workspace_id, w.organization_id,
              ($audit_event_ids::text[])[row_number() OVER ()] AS audit_event_id
         FROM gone g JOIN workspace w USING (workspace_id)
     )
     ${auditEvent({
       rows: "numbered",
       ...bySystem("'destroy-deleted-secrets'", "audit_event_id"),
       action: `'${action}'`,
       organization_id: "organization_id",
       workspace_id: "workspace_id",
       resource_id: "resource_id",
     })}
     RETURNING 1`,
  );

const destroySecrets = destroyFrom("secret", "secret_id", "secret.destroy");
const destroyStores = destroyFrom("secret_store", "store_id", "secretStore.destroy");

/**
 * Destroys deleted secrets and stores that can no longer be restored, in batches to keep locks
 * short.
 */
export const destroyDeletedSecrets: Reconciler<{ readonly database: Database }> = {
  name: "destroy-deleted-secrets",
  everyMs: 600_000,
  async run({ database }, signal) {
    for (const destroy of [destroySecrets, destroyStores]) {
      for (let destroyed = BATCH; destroyed === BATCH && !signal.aborted; ) {
        const ids = Array.from({ length: BATCH }, () => newId("aud"));
        destroyed = (await database.sql.query(destroy, { limit: BATCH, audit_event_ids: ids })).length;
      }
    }
  },
};
