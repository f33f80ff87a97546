import { volumeNotFound } from "../volume-not-found.ts";
import type { World } from "./world.ts";

// A fifth of the volume is in use; taken before, a snapshot stays as it is.
const CREATE = `INSERT INTO simulated.volume_snapshot AS s (snapshot_id, volume_id, size_gb, content)
  SELECT $2, volume_id, size_gb, coalesce(d.content, '') FROM simulated.live_volume LEFT JOIN simulated.disk d USING (volume_id) WHERE volume_id = $1
      ON CONFLICT (volume_id, snapshot_id) DO UPDATE SET size_gb = s.size_gb
  RETURNING (size_gb * 1073741824::bigint / 5)::text AS stored_bytes`;

export async function createVolumeSnapshot(
  world: World,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<{ storedBytes: bigint }> {
  const [row] = await world.query<{ stored_bytes: string }>(
    "volume_snapshot_create",
    CREATE,
    [volumeId, snapshotId],
    signal,
  );
  if (row === undefined) throw volumeNotFound();
  return { storedBytes: BigInt(row.stored_bytes) };
}

export async function deleteVolumeSnapshot(
  world: World,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<void> {
  const text = "DELETE FROM simulated.volume_snapshot WHERE volume_id = $1 AND snapshot_id = $2";
  await world.query("volume_snapshot_delete", text, [volumeId, snapshotId], signal);
}
