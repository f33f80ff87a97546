import type { CaptureStatus } from "@fulmar/contract";
import type { Failure } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { CaptureVolume, ResourceRecord } from "@fulmar/providers";
import { recordOf, rowAtHand } from "../site/index.ts";
import { type CaptureArtifacts, type CapturedVolumes, volumesOf } from "./captured-volume.ts";

const begin = statement(
  "snapshot_begin",
  "UPDATE snapshot_set SET status = 'running', updated_at = now() WHERE workspace_id = $1::bigint AND snapshot_set_id = $2 AND status = 'queued'",
);

const find = statement(
  "snapshot_capture_find",
  `SELECT vm_id, source_disk_size_gb, data_volumes, ${recordOf({ snapshot_set: rowAtHand("snapshot_set") })} AS record
     FROM snapshot_set WHERE workspace_id = $1::bigint AND snapshot_set_id = $2`,
);

const end = statement(
  "snapshot_end",
  `UPDATE snapshot_set SET status = $3::capture_status, artifacts = $4::jsonb, error_code = $5, error_message = $6, updated_at = now()
    WHERE workspace_id = $1::bigint AND snapshot_set_id = $2 AND status IN ('queued', 'running')`,
);

/** queued → running; done again, it changes nothing. */
export async function beginSnapshot(sql: Sql, workspaceId: bigint, snapshotSetId: string): Promise<void> {
  await sql.query(begin, [workspaceId, snapshotSetId]);
}

/**
 * What a snapshot captures, which is the root volume and the data volumes of its scope, and its record. @throws Error
 * when there is no such snapshot
 */
export async function findSnapshot(
  sql: Sql,
  workspaceId: bigint,
  snapshotSetId: string,
): Promise<{ volumes: CaptureVolume[]; record: ResourceRecord }> {
  const [snapshot] = await sql.queryAs<CapturedVolumes & { record: ResourceRecord }>(find, [
    workspaceId,
    snapshotSetId,
  ]);
  if (snapshot === undefined) throw new Error(`there is no snapshot ${snapshotSetId}`);
  return { volumes: volumesOf(snapshot), record: snapshot.record };
}

/** A snapshot's last move. */
export async function endSnapshot(
  { sql }: Pick<Transaction, "sql">,
  snapshot: {
    readonly workspaceId: bigint;
    readonly snapshotSetId: string;
    readonly status: CaptureStatus;
    readonly artifacts: CaptureArtifacts;
    readonly failure: Failure | null;
  },
): Promise<void> {
  const { workspaceId, snapshotSetId, status, artifacts, failure } = snapshot;
  await sql.query(end, [
    workspaceId,
    snapshotSetId,
    status,
    JSON.stringify(artifacts),
    failure?.code ?? null,
    failure?.message ?? null,
  ]);
}
