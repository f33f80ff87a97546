import type { VmStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { releaseVm } from "../compute/index.ts";
import { newId } from "../request/identifiers.ts";
import { recordOf, rowAtHand, rowsWhere, toRecord } from "../site/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import {
  artifactsOutput,
  bytesOf,
  CAPTURE_STATUS,
  CaptureArtifacts,
  parseDataVolumes,
  volumesOf,
} from "./captured-volumes.ts";
import { planCopy } from "./copies/copy-backups.ts";

const begin = statement(
  "backup_begin",
  `WITH begun AS (
     UPDATE backup SET status = 'running', started_at = now()
      WHERE workspace_id = $workspace_id::bigint AND backup_id = $backup_id AND status = 'queued'
     RETURNING workspace_id, policy_id
   )
   UPDATE backup_policy p SET last_status = 'running' FROM begun
    WHERE p.workspace_id = begun.workspace_id AND p.policy_id = begun.policy_id`,
);

const find = statement(
  "backup_find",
  `SELECT vm_id, source_disk_size_gb, data_volumes, parent_backup_id,
          ${recordOf({
            backup: rowAtHand("backup"),
            backup_policy: rowsWhere(
              "backup_policy",
              "x.workspace_id = backup.workspace_id AND x.policy_id = backup.policy_id",
            ),
          })} AS record
     FROM backup WHERE workspace_id = $workspace_id::bigint AND backup_id = $backup_id`,
);

/** How long a failed backup of a VM without a policy is listed. */
const FAILED_KEPT = "interval '7 days'";

// A failed backup loses its parent. Locks the policy first, so that a new retention is either seen here or sees this
// backup as ended.
const end = statement(
  "backup_end",
  `WITH policy AS (
     SELECT policy_id, retention_days * interval '24 hours' AS retention FROM backup_policy
      WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id FOR UPDATE
   ), ended AS (
     UPDATE backup b
        SET status = $last_status::capture_status, artifacts = $artifacts::jsonb, size_bytes = $size_bytes::bigint,
            error_code = $error_code, error_message = $error_message, finished_at = now(),
            parent_backup_id = CASE WHEN $last_status = 'succeeded' THEN b.parent_backup_id END,
            expires_at = CASE WHEN b.policy_id IS NOT NULL THEN now() + (SELECT retention FROM policy)
                              WHEN $last_status <> 'succeeded' THEN now() + ${FAILED_KEPT} END
      WHERE b.workspace_id = $workspace_id::bigint AND b.backup_id = $backup_id AND b.status IN ('queued', 'running')
     RETURNING b.policy_id
   )
   UPDATE backup_policy p SET last_status = $last_status::capture_status FROM ended
    WHERE p.workspace_id = $workspace_id::bigint AND p.policy_id = ended.policy_id`,
);

interface BackupInput extends ProviderSagaInput {
  readonly backup_id: string;
  /** The VM's state, which does not change. */
  readonly before: VmStatus;
}

/** A backup goes queued → running → succeeded | failed | cancelled. The VM's state does not change. */
export const backupSaga = defineProviderSaga<BackupInput>({
  name: "backup",
  timeoutMs: 3_600_000,
  steps: [
    {
      name: "begin-backup",
      async do({ services, workspaceId, input }) {
        await services.database.sql.query(begin, { workspace_id: workspaceId, backup_id: input.backup_id });
        return undefined;
      },
    },
    {
      name: "copy-volumes",
      timeoutMs: 1_800_000,
      async do({ recovery, services, workspaceId, resourceId, input, signal }) {
        const { volumes, ...found } = await findBackup(services.database.sql, workspaceId, input.backup_id);
        const spec = { backupId: input.backup_id, ...found };
        return { output: artifactsOutput(await recovery.createBackup(resourceId, spec, volumes, signal)) };
      },
      undo: ({ recovery, resourceId, input, signal }) => recovery.deleteBackup(resourceId, input.backup_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, failure, outputs, input, workspaceId, resourceId } = context;
    await releaseVm(transaction, context, input.before);
    const artifacts = outcome === "succeeded" ? CaptureArtifacts.parse(outputs["copy-volumes"]) : {};
    await transaction.sql.query(end, {
      workspace_id: workspaceId,
      backup_id: input.backup_id,
      vm_id: resourceId,
      last_status: CAPTURE_STATUS[outcome],
      artifacts: JSON.stringify(artifacts),
      size_bytes: bytesOf(artifacts),
      error_code: failure?.code,
      error_message: failure?.message,
    });
    if (outcome === "succeeded") await planCopy(transaction.sql, workspaceId, input.backup_id, newId("bcp"));
  },
});

async function findBackup(sql: Sql, workspace_id: bigint, backup_id: string) {
  const backup = await sql.one(find, { workspace_id, backup_id });
  return {
    volumes: volumesOf(parseDataVolumes(backup)),
    parentBackupId: backup.parent_backup_id,
    record: toRecord(backup.record),
  };
}
