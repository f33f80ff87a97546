import { statement } from "@fulmar/prisma";
import type { SiteRecord } from "../ports/inventory-port.ts";
import { instanceNotFound, recoveryPointNotFound } from "../ports/provider-error.ts";
import type { CaptureVolume, VolumeCopy } from "../ports/recovery-port.ts";
import { writeDisks } from "./disks.ts";
import { keepRecord } from "./site-record.ts";
import type { World } from "./world.ts";

// A fifth of each volume is in use. An existing snapshot stays as it is.
const create = statement(
  "simulated_snapshot",
  `WITH made AS (INSERT INTO simulated.snapshot AS s (snapshot_id, volume_id, vm_id, size_bytes, content, provider)
  SELECT $snapshot_id, v.volume_id, i.vm_id, v.size_gb * 1073741824::bigint / 5, coalesce(d.content, ''), $provider
    FROM simulated.live_instance i, unnest($volume_ids::text[], $sizes_gb::int[]) AS v (volume_id, size_gb)
    LEFT JOIN simulated.disk d ON d.volume_id = v.volume_id
   WHERE i.vm_id = $vm_id
      ON CONFLICT (snapshot_id, volume_id) DO UPDATE SET vm_id = s.vm_id
  RETURNING volume_id, size_bytes), ${keepRecord("$snapshot_id")}
  SELECT volume_id, size_bytes FROM made`,
);

const captured = statement(
  "simulated_snapshot_captured",
  "SELECT volume_id, size_bytes FROM simulated.snapshot WHERE vm_id = $vm_id AND snapshot_id = $snapshot_id",
);

const remove = statement(
  "simulated_snapshot_delete",
  `WITH gone AS (DELETE FROM simulated.snapshot WHERE vm_id = $vm_id AND snapshot_id = $snapshot_id
              RETURNING snapshot_id)
  DELETE FROM simulated.recovery_record WHERE id IN (SELECT snapshot_id FROM gone)`,
);

const content = statement(
  "simulated_snapshot_content",
  `SELECT volume_id, content FROM simulated.snapshot
    WHERE vm_id = $vm_id AND snapshot_id = $snapshot_id AND volume_id = ANY ($volume_ids::text[])`,
);

export async function createSnapshot(
  world: World,
  vmId: string,
  { snapshotId, record }: { readonly snapshotId: string; readonly record: SiteRecord | null },
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<VolumeCopy[]> {
  const rows = await world.query(signal, create, {
    vm_id: vmId,
    snapshot_id: snapshotId,
    volume_ids: volumes.map((volume) => volume.volumeId),
    sizes_gb: volumes.map((volume) => volume.sizeGb),
    record: record === null ? null : JSON.stringify(record),
    provider: world.provider,
  });
  // Without an instance, nothing is captured: what is there already stays.
  const copies = rows.length > 0 ? rows : await world.query(signal, captured, { vm_id: vmId, snapshot_id: snapshotId });
  if (copies.length === 0) throw instanceNotFound();
  return copies.map((row) => ({
    volumeId: row.volume_id,
    ref: `${snapshotId}/${row.volume_id}`,
    sizeBytes: row.size_bytes,
  }));
}

export async function restoreSnapshot(
  world: World,
  vmId: string,
  snapshotId: string,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<void> {
  const ids = volumes.map((volume) => volume.volumeId);
  const contents = await world.query(signal, content, { vm_id: vmId, snapshot_id: snapshotId, volume_ids: ids });
  if (contents.length < volumes.length) throw recoveryPointNotFound("snapshot");
  await writeDisks(world, vmId, volumes, new Map(contents.map((row) => [row.volume_id, row.content])), signal);
}

export async function deleteSnapshot(
  world: World,
  vmId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<void> {
  await world.query(signal, remove, { vm_id: vmId, snapshot_id: snapshotId });
}
