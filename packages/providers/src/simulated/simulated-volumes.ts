import { type RowOf, statement } from "@fulmar/prisma";
import { instanceNotFound, ProviderError, recoveryPointNotFound, volumeNotFound } from "../ports/provider-error.ts";
import type { StoredVolume, VolumeOfPoint, VolumePort, VolumeSpec, VolumeTarget } from "../ports/volume-port.ts";
import { captured } from "./backups.ts";
import { sentinelOf } from "./begin-step.ts";
import type { World } from "./world.ts";

export function simulatedVolumes(world: World): VolumePort {
  return {
    createVolume: (...call) => createVolume(world, ...call),
    growVolume: (...call) => growVolume(world, ...call),
    deleteVolume: (...call) => deleteVolume(world, ...call),
    attachVolume: (...call) => attachVolume(world, ...call),
    detachVolume: (...call) => detachVolume(world, ...call),
    createSnapshot: (...call) => createVolumeSnapshot(world, ...call),
    deleteSnapshot: (...call) => deleteVolumeSnapshot(world, ...call),
    findVolumes: (...call) => findVolumes(world, ...call),
    listVolumes: (...call) => listVolumes(world, ...call),
  };
}

/** How long a volume named `vanish` exists. */
const VANISH_AFTER_MS = 5_000;

// An existing volume stays as it is. A copy requires its source snapshot and starts with the content of it.
const create = statement(
  "simulated_volume_create",
  `WITH made AS (INSERT INTO simulated.volume AS v (volume_id, name, size_gb, type, source_snapshot_id, vanishes_at,
                                                    record, provider)
  SELECT $volume_id, $name, $size_gb, $type, $source_snapshot_id,
         CASE WHEN $vanishes::boolean THEN clock_timestamp() + interval '${VANISH_AFTER_MS} milliseconds' END,
         $record::jsonb, $provider
   WHERE $source_snapshot_id::text IS NULL OR EXISTS (
           SELECT FROM simulated.volume_snapshot s
            WHERE s.volume_id = $source_volume_id AND s.snapshot_id = $source_snapshot_id AND s.size_gb <= $size_gb)
      ON CONFLICT (volume_id) DO UPDATE SET name = v.name
  RETURNING volume_id),
  copied AS (INSERT INTO simulated.disk (volume_id, content, data_volume_id)
    SELECT made.volume_id, s.content, made.volume_id FROM made, simulated.volume_snapshot s
     WHERE $source_volume_id::text IS NOT NULL AND s.volume_id = $source_volume_id
       AND s.snapshot_id = $source_snapshot_id
        ON CONFLICT (volume_id) DO NOTHING)
  SELECT volume_id FROM made`,
);

// What is on the disk already stays. No row: the provider does not have the snapshot or the backup.
const fill = statement(
  "simulated_volume_fill",
  `WITH source AS (
     ${captured("unnest(ARRAY[$source_volume_id::text]) AS v (volume_id)", "$point_id", "$vm_id")}
   ), filled AS (
     INSERT INTO simulated.disk (volume_id, content, data_volume_id)
     SELECT $volume_id, coalesce(content, ''), $volume_id FROM source ON CONFLICT (volume_id) DO NOTHING
   )
   SELECT 1 AS filled FROM source`,
);

const grow = statement(
  "simulated_volume_grow",
  `UPDATE simulated.volume SET size_gb = greatest(size_gb, $size_gb)
    WHERE volume_id = $volume_id AND EXISTS (SELECT FROM simulated.live_volume l WHERE l.volume_id = $volume_id)
RETURNING volume_id`,
);

const remove = statement("simulated_volume_delete", "DELETE FROM simulated.volume WHERE volume_id = $volume_id");

async function createVolume(world: World, volumeId: string, spec: VolumeSpec, signal: AbortSignal): Promise<void> {
  const { name, sizeGb, type, source, point, record } = spec;
  const rows = await world.query(signal, create, {
    volume_id: volumeId,
    name,
    size_gb: sizeGb,
    type,
    source_volume_id: source?.volumeId ?? null,
    source_snapshot_id: source?.snapshotId ?? null,
    vanishes: sentinelOf(name).vanishes,
    record: JSON.stringify(record),
    provider: world.provider,
  });
  if (rows.length === 0) {
    throw new ProviderError(
      "snapshot_not_found",
      "The provider no longer has the snapshot; create the volume from another one.",
      { retryable: false },
    );
  }
  if (point != null) await fillVolume(world, volumeId, point, signal);
}

async function fillVolume(
  world: World,
  volume_id: string,
  { kind, pointId: point_id, vmId: vm_id, volumeId: source_volume_id }: VolumeOfPoint,
  signal: AbortSignal,
): Promise<void> {
  const filled = await world.query(signal, fill, {
    volume_id,
    point_id,
    vm_id,
    source_volume_id,
    provider: world.provider,
  });
  if (filled.length === 0) throw recoveryPointNotFound(kind);
}

async function growVolume(world: World, volumeId: string, sizeGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, grow, { volume_id: volumeId, size_gb: sizeGb });
  if (rows.length === 0) throw volumeNotFound();
}

/** Deletes a volume. Its attachment and snapshots refer to it and are deleted too. */
async function deleteVolume(world: World, volumeId: string, signal: AbortSignal): Promise<void> {
  await world.query(signal, remove, { volume_id: volumeId });
}

// An existing attachment to the same device stays. Otherwise the answer says what prevented it.
const attach = statement(
  "simulated_volume_attach",
  `WITH done AS (
    INSERT INTO simulated.volume_attachment AS a (volume_id, vm_id, device_path)
    SELECT v.volume_id, i.vm_id, $device_path FROM simulated.live_volume v, simulated.live_instance i
     WHERE v.volume_id = $volume_id AND i.vm_id = $vm_id
       AND NOT EXISTS (SELECT FROM simulated.volume_attachment o
                        WHERE o.vm_id = $vm_id AND o.device_path = $device_path AND o.volume_id <> $volume_id)
        ON CONFLICT (volume_id) DO UPDATE SET device_path = excluded.device_path WHERE a.vm_id = excluded.vm_id
    RETURNING volume_id)
  SELECT EXISTS (SELECT FROM simulated.live_volume WHERE volume_id = $volume_id) AS volume_there,
         EXISTS (SELECT FROM simulated.live_instance WHERE vm_id = $vm_id) AS instance_there,
         (SELECT vm_id FROM simulated.volume_attachment WHERE volume_id = $volume_id) AS attached_vm_id,
         EXISTS (SELECT FROM done) AS done`,
);

const detach = statement(
  "simulated_volume_detach",
  "DELETE FROM simulated.volume_attachment WHERE volume_id = $volume_id AND vm_id = $vm_id",
);

async function attachVolume(
  world: World,
  volumeId: string,
  { vmId, devicePath }: VolumeTarget,
  signal: AbortSignal,
): Promise<void> {
  const [attempt] = await world.query(signal, attach, { volume_id: volumeId, vm_id: vmId, device_path: devicePath });
  if (attempt?.done === true) return;
  if (attempt?.instance_there !== true) throw instanceNotFound();
  if (!attempt.volume_there) throw volumeNotFound();
  if (attempt.attached_vm_id !== null && attempt.attached_vm_id !== vmId) {
    throw new ProviderError(
      "volume_in_use",
      "The provider has this volume attached to another instance; detach it there first.",
      { retryable: false },
    );
  }
  // The volume on that device is being detached: the device was chosen as a free one.
  throw new ProviderError("device_in_use", "The VM's device is still taken by another volume; try again in a moment.", {
    retryable: true,
  });
}

async function detachVolume(world: World, volumeId: string, vmId: string, signal: AbortSignal): Promise<void> {
  await world.query(signal, detach, { volume_id: volumeId, vm_id: vmId });
}

// A fifth of the volume is in use. An existing snapshot stays as it is.
const createCopy = statement(
  "simulated_volume_snapshot_create",
  `INSERT INTO simulated.volume_snapshot AS s (snapshot_id, volume_id, size_gb, content)
  SELECT $snapshot_id, volume_id, size_gb, coalesce(d.content, '') FROM simulated.live_volume
    LEFT JOIN simulated.disk d USING (volume_id) WHERE volume_id = $volume_id
      ON CONFLICT (volume_id, snapshot_id) DO UPDATE SET size_gb = s.size_gb
  RETURNING size_gb * 1073741824::bigint / 5 AS stored_bytes`,
);

const deleteCopy = statement(
  "simulated_volume_snapshot_delete",
  "DELETE FROM simulated.volume_snapshot WHERE volume_id = $volume_id AND snapshot_id = $snapshot_id",
);

async function createVolumeSnapshot(
  world: World,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<{ storedBytes: bigint }> {
  const [row] = await world.query(signal, createCopy, { volume_id: volumeId, snapshot_id: snapshotId });
  if (row === undefined) throw volumeNotFound();
  return { storedBytes: row.stored_bytes };
}

async function deleteVolumeSnapshot(
  world: World,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<void> {
  await world.query(signal, deleteCopy, { volume_id: volumeId, snapshot_id: snapshotId });
}

const SELECT = `SELECT v.volume_id, v.size_gb, a.vm_id FROM simulated.live_volume live
                  JOIN simulated.volume v USING (volume_id)
     LEFT JOIN simulated.volume_attachment a USING (volume_id)`;

const find = statement(
  "simulated_volume_find",
  `${SELECT} WHERE v.volume_id = ANY ($volume_ids::text[]) AND v.provider = $provider`,
);
const list = statement(
  "simulated_volume_list",
  `${SELECT} WHERE v.provider = $provider AND v.volume_id > $after ORDER BY v.volume_id LIMIT $limit`,
);

async function findVolumes(world: World, volumeIds: readonly string[], signal: AbortSignal): Promise<StoredVolume[]> {
  const rows = await world.query(signal, find, { volume_ids: volumeIds, provider: world.provider });
  return rows.map(toStoredVolume);
}

async function listVolumes(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<StoredVolume[]> {
  const rows = await world.query(signal, list, { after: page.after, limit: page.limit, provider: world.provider });
  return rows.map(toStoredVolume);
}

function toStoredVolume(row: RowOf<typeof find | typeof list>): StoredVolume {
  return { volumeId: row.volume_id, sizeGb: row.size_gb, attachedVmId: row.vm_id };
}
