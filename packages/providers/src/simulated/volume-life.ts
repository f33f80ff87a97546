import { ProviderError } from "../provider-error.ts";
import { volumeNotFound } from "../volume-not-found.ts";
import type { VolumeSpec } from "../volume-port.ts";
import { sentinelOf } from "./sentinel.ts";
import type { World } from "./world.ts";

/** How long a volume named `vanish` is there. */
const VANISH_AFTER_MS = 5_000;

// Made before, it stays as it is. A copy needs the snapshot that it is made from, and begins with what that holds.
const CREATE = `WITH made AS (INSERT INTO simulated.volume AS v (volume_id, name, size_gb, type, source_snapshot_id, vanishes_at, record)
  SELECT $1, $2, $3, $4, $6, clock_timestamp() + $7::int * interval '1 millisecond', $8::jsonb
   WHERE $6::text IS NULL OR EXISTS (SELECT FROM simulated.volume_snapshot s WHERE s.volume_id = $5 AND s.snapshot_id = $6 AND s.size_gb <= $3)
      ON CONFLICT (volume_id) DO UPDATE SET name = v.name
  RETURNING volume_id),
  copied AS (INSERT INTO simulated.disk (volume_id, content, data_volume_id)
    SELECT made.volume_id, s.content, made.volume_id FROM made, simulated.volume_snapshot s WHERE s.volume_id = $5 AND s.snapshot_id = $6
        ON CONFLICT (volume_id) DO NOTHING)
  SELECT volume_id FROM made`;

export async function createVolume(
  world: World,
  volumeId: string,
  spec: VolumeSpec,
  signal: AbortSignal,
): Promise<void> {
  const { name, sizeGb, type, source, record } = spec;
  const vanishAfterMs = sentinelOf(name).vanishes ? VANISH_AFTER_MS : null;
  const values = [
    volumeId,
    name,
    sizeGb,
    type,
    source?.volumeId ?? null,
    source?.snapshotId ?? null,
    vanishAfterMs,
    JSON.stringify(record),
  ];
  const rows = await world.query("volume_create", CREATE, values, signal);
  if (rows.length === 0) {
    throw new ProviderError(
      "snapshot_not_found",
      "The provider no longer has the snapshot; create the volume from another one.",
      { retryable: false },
    );
  }
}

export async function growVolume(world: World, volumeId: string, sizeGb: number, signal: AbortSignal): Promise<void> {
  const text = `UPDATE simulated.volume SET size_gb = greatest(size_gb, $2)
                 WHERE volume_id = $1 AND EXISTS (SELECT FROM simulated.live_volume l WHERE l.volume_id = $1) RETURNING volume_id`;
  const rows = await world.query("volume_grow", text, [volumeId, sizeGb], signal);
  if (rows.length === 0) throw volumeNotFound();
}

/** Attachment and snapshots go with it: they refer to it. */
export async function deleteVolume(world: World, volumeId: string, signal: AbortSignal): Promise<void> {
  await world.query("volume_delete", "DELETE FROM simulated.volume WHERE volume_id = $1", [volumeId], signal);
}
