import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 500;

const find = statement(
  "approval_expired",
  `SELECT approval_id FROM approval WHERE status IN ('pending', 'approved') AND expires_at <= now() ORDER BY expires_at
    LIMIT $limit`,
);

const expire = statement(
  "approval_expire",
  `WITH moved AS (
     UPDATE approval a SET status = 'expired', sealed_input = NULL
       FROM unnest($approval_ids::text[], $audit_event_ids::text[]) AS e (approval_id, event_id)
      WHERE a.approval_id = e.approval_id AND a.status IN ('pending', 'approved') AND a.expires_at <= now()
     RETURNING a.workspace_id, a.approval_id, e.event_id
   )
   ${auditMove("moved", {
     actor: "end-approvals",
     action: "'approval.expire'",
     resource: "approval_id",
     id: "moved.event_id",
   })}
   RETURNING audit_event_id`,
);

/** Expires what nobody has decided in time. */
export const endApprovals: Reconciler<WorkerServices> = {
  name: "end-approvals",
  everyMs: 60_000,
  async run({ database: { sql } }, signal) {
    for (let found = BATCH; found === BATCH && !signal.aborted; ) {
      const rows = await sql.query(find, { limit: BATCH });
      found = rows.length;
      if (found === 0) return;
      await sql.query(expire, {
        approval_ids: rows.map((row) => row.approval_id),
        audit_event_ids: rows.map(() => newId("aud")),
      });
    }
  },
};

const purge = statement(
  "approval_purge",
  `DELETE FROM approval WHERE (workspace_id, approval_id) IN (
     SELECT workspace_id, approval_id FROM approval
      WHERE created_at < now() - interval '30 days' AND status NOT IN ('pending', 'approved')
      ORDER BY created_at LIMIT $limit)
   RETURNING 1`,
);

const purgeHours = statement(
  "token_hour_purge",
  `DELETE FROM token_hour WHERE (token_id, hour) IN (
     SELECT token_id, hour FROM token_hour WHERE hour < now() - interval '1 day' ORDER BY hour LIMIT $limit)
   RETURNING 1`,
);

/**
 * Deletes approvals after 30 days, and what tokens with ceilings have done in an hour after a day. The audit trail
 * keeps its own.
 */
export const purgeApprovals: Reconciler<WorkerServices> = {
  name: "purge-approvals",
  everyMs: 3_600_000,
  async run({ database: { sql } }, signal) {
    for (const each of [purge, purgeHours])
      for (let purged = BATCH; purged === BATCH && !signal.aborted; )
        purged = (await sql.query(each, { limit: BATCH })).length;
  },
};
