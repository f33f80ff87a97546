import type { InstanceSnapshot } from "../compute-port.ts";
import { instanceNotFound, type World } from "./world.ts";

// A fifth of the disk is in use; taken before, the snapshot stays as it is.
const CREATE = `INSERT INTO simulated.snapshot AS s (snapshot_id, vm_id, size_bytes)
  SELECT $2, vm_id, disk_gb * 1073741824::bigint / 5 FROM simulated.live_instance WHERE vm_id = $1
      ON CONFLICT (snapshot_id) DO UPDATE SET vm_id = s.vm_id
  RETURNING size_bytes::text`;

export async function createSnapshot(world: World, vmId: string, snapshotId: string, signal: AbortSignal): Promise<InstanceSnapshot> {
  const [row] = await world.query<{ size_bytes: string }>("snapshot", CREATE, [vmId, snapshotId], signal);
  if (row === undefined) throw instanceNotFound();
  return { ref: snapshotId, sizeBytes: BigInt(row.size_bytes) };
}

export async function deleteSnapshot(world: World, vmId: string, snapshotId: string, signal: AbortSignal): Promise<void> {
  await world.query("snapshot_delete", "DELETE FROM simulated.snapshot WHERE vm_id = $1 AND snapshot_id = $2", [vmId, snapshotId], signal);
}
