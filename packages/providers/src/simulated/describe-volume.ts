import type { SiteResource } from "../inventory-port.ts";
import { gigabytesInWords } from "../size-in-words.ts";
import { type Kept, recordOf } from "./kept.ts";
import type { World } from "./world.ts";

interface VolumeRow {
  name: string;
  size_gb: number;
  created_at: Date;
  record: Kept | null;
  vm_id: string | null;
  device_path: string | null;
}

// The record is not in the view of what there is right now.
const DESCRIBE = `SELECT v.name, v.size_gb, v.created_at, v.record, a.vm_id, a.device_path
    FROM simulated.live_volume live JOIN simulated.volume v USING (volume_id) LEFT JOIN simulated.volume_attachment a USING (volume_id)
   WHERE volume_id = $1`;

// What belongs to snapshots and backups of VMs is in tables of their own.
const SNAPSHOTS =
  "SELECT snapshot_id, size_gb, created_at FROM simulated.volume_snapshot WHERE volume_id = $1 ORDER BY snapshot_id";

export async function describeVolume(
  world: World,
  volumeId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [row] = await world.query<VolumeRow>("describe_volume", DESCRIBE, [volumeId], signal);
  if (row === undefined) return undefined;
  const snapshots = await world.query<{ snapshot_id: string; size_gb: number; created_at: Date }>(
    "describe_volume_snapshots",
    SNAPSHOTS,
    [volumeId],
    signal,
  );
  return {
    kind: "volume",
    id: volumeId,
    name: row.name,
    size: gigabytesInWords(row.size_gb),
    madeAt: row.created_at,
    record: recordOf(row.record),
    volume: {
      sizeGb: row.size_gb,
      attachedVmId: row.vm_id,
      devicePath: row.device_path,
      snapshots: snapshots.map((snapshot) => ({
        snapshotId: snapshot.snapshot_id,
        sizeGb: snapshot.size_gb,
        madeAt: snapshot.created_at,
      })),
    },
  };
}
