import type { CaptureStatus } from "@fulmar/contract";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { CaptureVolume } from "@fulmar/providers";
import { type CapturedVolume, rootVolumeId, type SnapshotArtifacts } from "./snapshot-volumes.ts";

const begin = statement(
  "snapshot_begin",
  "UPDATE snapshot_set SET status = 'running', updated_at = now() WHERE workspace_id = $1::bigint AND snapshot_set_id = $2 AND status = 'queued'",
);

const volumes = statement(
  "snapshot_capture_volumes",
  "SELECT vm_id, source_disk_size_gb, data_volumes FROM snapshot_set WHERE workspace_id = $1::bigint AND snapshot_set_id = $2",
);

const end = statement(
  "snapshot_end",
  `UPDATE snapshot_set SET status = $3::capture_status, artifacts = $4::jsonb, updated_at = now()
    WHERE workspace_id = $1::bigint AND snapshot_set_id = $2 AND status IN ('queued', 'running')`,
);

export async function beginSnapshot(sql: Sql, workspaceId: bigint, snapshotSetId: string): Promise<void> {
  await sql.query(begin, [workspaceId, snapshotSetId]);
}

/** What a snapshot captures: the root volume and the data volumes of its scope. @throws Error when there is no such snapshot */
export async function volumesOfSnapshot(sql: Sql, workspaceId: bigint, snapshotSetId: string): Promise<CaptureVolume[]> {
  const rows = await sql.query<{ vm_id: string; source_disk_size_gb: number; data_volumes: CapturedVolume[] }>(volumes, [workspaceId, snapshotSetId]);
  const [snapshot] = rows;
  if (snapshot === undefined) throw new Error(`there is no snapshot ${snapshotSetId}`);
  const data = snapshot.data_volumes.map((volume) => ({ volumeId: volume.volume_id, sizeGb: volume.size_gb }));
  return [{ volumeId: rootVolumeId(snapshot.vm_id), sizeGb: snapshot.source_disk_size_gb }, ...data];
}

/** A snapshot's last move. */
export async function endSnapshot(
  { sql }: Pick<Transaction, "sql">,
  snapshot: { readonly workspaceId: bigint; readonly snapshotSetId: string; readonly status: CaptureStatus; readonly artifacts: SnapshotArtifacts },
): Promise<void> {
  await sql.query(end, [snapshot.workspaceId, snapshot.snapshotSetId, snapshot.status, JSON.stringify(snapshot.artifacts)]);
}
