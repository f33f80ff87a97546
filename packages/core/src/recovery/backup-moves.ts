import type { CaptureStatus } from "@fulmar/contract";
import type { Failure } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { ResourceRecord } from "@fulmar/providers";
import { recordOf, rowAtHand, rowsWhere } from "../site/index.ts";
import { bytesOf, type CaptureArtifacts, type CapturedVolumes } from "./captured-volume.ts";

const begin = statement(
  "backup_begin",
  `WITH begun AS (
     UPDATE backup SET status = 'running', started_at = now() WHERE workspace_id = $1::bigint AND backup_id = $2 AND status = 'queued'
     RETURNING workspace_id, policy_id
   )
   UPDATE backup_policy p SET last_status = 'running' FROM begun WHERE p.workspace_id = begun.workspace_id AND p.policy_id = begun.policy_id`,
);

const find = statement(
  "backup_find",
  `SELECT vm_id, source_disk_size_gb, data_volumes, parent_backup_id,
          ${recordOf({ backup: rowAtHand("backup"), backup_policy: rowsWhere("backup_policy", "x.workspace_id = backup.workspace_id AND x.policy_id = backup.policy_id") })} AS record
     FROM backup WHERE workspace_id = $1::bigint AND backup_id = $2`,
);

/** How long a backup that came to nothing is listed where no policy says. */
const FAILED_KEPT = "interval '7 days'";

// The policy is held first, so that a new retention either is seen here or finds this backup ended.
const end = statement(
  "backup_end",
  `WITH policy AS (
     SELECT policy_id, retention_days * interval '24 hours' AS retention FROM backup_policy WHERE workspace_id = $1::bigint AND vm_id = $3 FOR UPDATE
   ), ended AS (
     UPDATE backup b
        SET status = $4::capture_status, artifacts = $5::jsonb, size_bytes = $6::bigint, error_code = $7, error_message = $8, finished_at = now(),
            parent_backup_id = CASE WHEN $4 = 'succeeded' THEN b.parent_backup_id END,
            expires_at = CASE WHEN b.policy_id IS NOT NULL THEN now() + (SELECT retention FROM policy)
                              WHEN $4 <> 'succeeded' THEN now() + ${FAILED_KEPT} END
      WHERE b.workspace_id = $1::bigint AND b.backup_id = $2 AND b.status IN ('queued', 'running')
     RETURNING b.policy_id
   )
   UPDATE backup_policy p SET last_status = $4::capture_status FROM ended WHERE p.workspace_id = $1::bigint AND p.policy_id = ended.policy_id`,
);

/** queued → running, the policy with it; done again, it changes nothing. */
export async function beginBackup(sql: Sql, workspaceId: bigint, backupId: string): Promise<void> {
  await sql.query(begin, [workspaceId, backupId]);
}

/** What a backup is told to its provider as. */
interface FoundBackup extends CapturedVolumes {
  parent_backup_id: string | null;
  record: ResourceRecord;
}

/** What a backup copies, what it is built upon, and its record. @throws Error when there is no such backup */
export async function findBackup(sql: Sql, workspaceId: bigint, backupId: string): Promise<FoundBackup> {
  const [backup] = await sql.queryAs<FoundBackup>(find, [workspaceId, backupId]);
  if (backup === undefined) throw new Error(`there is no backup ${backupId}`);
  return backup;
}

/** A backup's last move. One that came to nothing is built upon nothing. */
export async function endBackup(
  { sql }: Pick<Transaction, "sql">,
  backup: {
    readonly workspaceId: bigint;
    readonly vmId: string;
    readonly backupId: string;
    readonly status: CaptureStatus;
    readonly artifacts: CaptureArtifacts;
    readonly failure: Failure | null;
  },
): Promise<void> {
  const { workspaceId, vmId, backupId, status, artifacts, failure } = backup;
  const values = [
    workspaceId,
    backupId,
    vmId,
    status,
    JSON.stringify(artifacts),
    bytesOf(artifacts),
    failure?.code ?? null,
    failure?.message ?? null,
  ];
  await sql.queryAs(end, values);
}
