import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import { newId } from "../../request/identifiers.ts";
import { auditMove } from "../../work/audit-move.ts";
import { DUE, retryDelayMs } from "../../work/due.ts";
import { SiteFenced } from "../../work/fence.ts";
import { LEASE, LeaseLost, whileLeased } from "../../work/lease.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { copyFiles, HELD } from "./copy-files.ts";

/** Copies that are made at the same time, over all workers. */
const LANES = ["1", "2", "3", "4"];
/** How long one attempt may take. The next one goes on with the file that it was at. */
const ATTEMPT_MS = 6 * 3_600_000;
const RETRY = { firstMs: 10_000, mostMs: 1_800_000 };
/** How long a copy is tried. */
const TRIED = "interval '24 hours'";
const AT_SITE = "The site takes no work at the moment; the copy goes on when it does.";

const plan = statement(
  "backup_copy_plan",
  `INSERT INTO backup_copy (copy_id, workspace_id, destination_id, object_id, own, backup_id, vm_id, vm_name, vm_type,
                            taken_at, copy_at)
   SELECT $copy_id, b.workspace_id, p.destination_id, $copy_id, true, b.backup_id, v.vm_id, v.name, v.type,
          b.created_at, now()
     FROM backup b JOIN backup_policy p ON p.workspace_id = b.workspace_id AND p.policy_id = b.policy_id
     JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.backup_id = $backup_id AND b.status = 'succeeded'
      AND p.destination_id IS NOT NULL`,
);

const claim = statement(
  "backup_copy_claim",
  `UPDATE backup_copy c SET attempts = c.attempts + 1, copy_at = ${LEASE}
     FROM (SELECT workspace_id, copy_id FROM backup_copy WHERE copy_at <= ${DUE}
            ORDER BY copy_at, copy_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
    WHERE c.workspace_id = due.workspace_id AND c.copy_id = due.copy_id
   RETURNING c.workspace_id, c.copy_id, c.attempts, c.created_at < now() - ${TRIED} AS is_over`,
);

const renew = statement(
  "backup_copy_renew",
  `UPDATE backup_copy SET copy_at = ${LEASE} WHERE ${HELD} RETURNING 1 AS held`,
);

// The destination is looked at anew, for copies that are more than it keeps.
const end = statement(
  "backup_copy_end",
  `WITH done AS (
     UPDATE backup_copy
        SET status = CASE WHEN $error_message::text IS NULL THEN 'copied' ELSE 'failed' END, copy_at = NULL,
            manifest = CASE WHEN $error_message IS NULL THEN manifest END, size_bytes = $size_bytes::bigint,
            files = '[]', base_copy_id = NULL, waiting_reason = NULL,
            error_message = $error_message, copied_at = CASE WHEN $error_message IS NULL THEN now() END
      WHERE ${HELD} RETURNING workspace_id, destination_id, copy_id, vm_name, error_message
   ), looked_at AS (
     UPDATE backup_destination d SET check_at = least(d.check_at, now()) FROM done
      WHERE d.workspace_id = done.workspace_id AND d.destination_id = done.destination_id
   )
   ${auditMove("done", {
     actor: "copy-backups",
     action: "CASE WHEN moved.error_message IS NULL THEN 'backup_copy.copied' ELSE 'backup_copy.failed' END",
     resource: "copy_id",
     detail: "concat_ws(': ', moved.vm_name, moved.error_message)",
   })}`,
);

const later = statement(
  "backup_copy_later",
  `UPDATE backup_copy SET copy_at = now() + $in_ms::int * interval '1 millisecond',
          waiting_reason = coalesce($reason, waiting_reason) WHERE ${HELD}`,
);

type Claim = RowOf<typeof claim>;
/** Has a backup copied that has succeeded, if its policy names a destination. In the transaction that ends the backup. */
export async function planCopy(sql: Sql, workspace_id: bigint, backup_id: string, copy_id: string): Promise<void> {
  await sql.query(plan, { workspace_id, backup_id, copy_id });
}

/** Copies backups to the buckets of their destinations (docs/adr/0156). */
export const copyBackups: Reconciler<WorkerServices> = {
  name: "copy-backups",
  everyMs: 2_000,
  lanes: async () => LANES,
  async run(services, signal) {
    const { sql } = services.database;
    for (let next = await sql.maybe(claim); next !== undefined; next = await sql.maybe(claim))
      await copy(services, next, signal);
  },
};

async function copy(services: WorkerServices, { is_over, ...place }: Claim, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  try {
    const done = await whileLeased(
      async () => (await sql.maybe(renew, place)) !== undefined,
      (lost) => copyFiles(services, place, AbortSignal.any([signal, lost, AbortSignal.timeout(ATTEMPT_MS)])),
    );
    await sql.query(end, { ...place, ...done, error_message: null, audit_event_id: newId("aud") });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // Another worker goes on at once.
    if (signal.aborted) await sql.query(later, { ...place, in_ms: 0, reason: null });
    signal.throwIfAborted();
    if (error instanceof SiteFenced) {
      await sql.query(later, { ...place, in_ms: RETRY.firstMs, reason: AT_SITE });
      return;
    }
    const isTold = error instanceof ProviderError;
    const told = isTold ? error.message : "An error of the installation; whoever operates it can read it in the logs.";
    if (is_over || (isTold && !error.retryable))
      await sql.query(end, { ...place, size_bytes: null, error_message: told, audit_event_id: newId("aud") });
    else await sql.query(later, { ...place, in_ms: retryDelayMs(place.attempts, RETRY), reason: told });
    if (!isTold) throw error;
  }
}
