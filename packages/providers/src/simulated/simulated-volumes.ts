import { type RowOf, statement } from "@fulmar/prisma";
import { instanceNotFound, ProviderError, volumeNotFound } from "../ports/provider-error.ts";
import type { StoredVolume, VolumePort, VolumeSpec, VolumeTarget } from "../ports/volume-port.ts";
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
  `WITH made AS (INSERT INTO simulated.volume AS v (volume_id, name, size_gb, type, source_snapshot_id, vanishes_at, record, provider)
  SELECT $1, $2, $3, $4, $6, clock_timestamp() + $7::int * interval '1 millisecond', $8::jsonb, $9
   WHERE $6::text IS NULL OR EXISTS (SELECT FROM simulated.volume_snapshot s WHERE s.volume_id = $5 AND s.snapshot_id = $6 AND s.size_gb <= $3)
      ON CONFLICT (volume_id) DO UPDATE SET name = v.name
  RETURNING volume_id),
  copied AS (INSERT INTO simulated.disk (volume_id, content, data_volume_id)
    SELECT made.volume_id, s.content, made.volume_id FROM made, simulated.volume_snapshot s WHERE s.volume_id = $5 AND s.snapshot_id = $6
        ON CONFLICT (volume_id) DO NOTHING)
  SELECT volume_id FROM made`,
);

const grow = statement(
  "simulated_volume_grow",
  `UPDATE simulated.volume SET size_gb = greatest(size_gb, $2)
    WHERE volume_id = $1 AND EXISTS (SELECT FROM simulated.live_volume l WHERE l.volume_id = $1) RETURNING volume_id`,
);

const remove = statement("simulated_volume_delete", "DELETE FROM simulated.volume WHERE volume_id = $1");

async function createVolume(world: World, volumeId: string, spec: VolumeSpec, signal: AbortSignal): Promise<void> {
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
    world.provider,
  ] as const;
  const rows = await world.query(signal, create, values);
  if (rows.length === 0) {
    throw new ProviderError(
      "snapshot_not_found",
      "The provider no longer has the snapshot; create the volume from another one.",
      { retryable: false },
    );
  }
}

async function growVolume(world: World, volumeId: string, sizeGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, grow, [volumeId, sizeGb]);
  if (rows.length === 0) throw volumeNotFound();
}

/** Deletes a volume. Its attachment and snapshots refer to it and are deleted too. */
async function deleteVolume(world: World, volumeId: string, signal: AbortSignal): Promise<void> {
  await world.query(signal, remove, [volumeId]);
}

// An existing attachment to the same device stays. Otherwise the answer says what prevented it.
const attach = statement(
  "simulated_volume_attach",
  `WITH done AS (
    INSERT INTO simulated.volume_attachment AS a (volume_id, vm_id, device_path)
    SELECT v.volume_id, i.vm_id, $3 FROM simulated.live_volume v, simulated.live_instance i
     WHERE v.volume_id = $1 AND i.vm_id = $2
       AND NOT EXISTS (SELECT FROM simulated.volume_attachment o WHERE o.vm_id = $2 AND o.device_path = $3 AND o.volume_id <> $1)
        ON CONFLICT (volume_id) DO UPDATE SET device_path = excluded.device_path WHERE a.vm_id = excluded.vm_id
    RETURNING volume_id)
  SELECT EXISTS (SELECT FROM simulated.live_volume WHERE volume_id = $1) AS volume_there,
         EXISTS (SELECT FROM simulated.live_instance WHERE vm_id = $2) AS instance_there,
         (SELECT vm_id FROM simulated.volume_attachment WHERE volume_id = $1) AS attached_vm_id,
         EXISTS (SELECT FROM done) AS done`,
);

const detach = statement(
  "simulated_volume_detach",
  "DELETE FROM simulated.volume_attachment WHERE volume_id = $1 AND vm_id = $2",
);

async function attachVolume(
  world: World,
  volumeId: string,
  { vmId, devicePath }: VolumeTarget,
  signal: AbortSignal,
): Promise<void> {
  const [attempt] = await world.query(signal, attach, [volumeId, vmId, devicePath]);
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
  await world.query(signal, detach, [volumeId, vmId]);
}

// A fifth of the volume is in use. An existing snapshot stays as it is.
const createCopy = statement(
  "simulated_volume_snapshot_create",
  `INSERT INTO simulated.volume_snapshot AS s (snapshot_id, volume_id, size_gb, content)
  SELECT $2, volume_id, size_gb, coalesce(d.content, '') FROM simulated.live_volume LEFT JOIN simulated.disk d USING (volume_id) WHERE volume_id = $1
      ON CONFLICT (volume_id, snapshot_id) DO UPDATE SET size_gb = s.size_gb
  RETURNING size_gb * 1073741824::bigint / 5 AS stored_bytes`,
);

const deleteCopy = statement(
  "simulated_volume_snapshot_delete",
  "DELETE FROM simulated.volume_snapshot WHERE volume_id = $1 AND snapshot_id = $2",
);

async function createVolumeSnapshot(
  world: World,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<{ storedBytes: bigint }> {
  const [row] = await world.query(signal, createCopy, [volumeId, snapshotId]);
  if (row === undefined) throw volumeNotFound();
  return { storedBytes: row.stored_bytes };
}

async function deleteVolumeSnapshot(
  world: World,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<void> {
  await world.query(signal, deleteCopy, [volumeId, snapshotId]);
}

const SELECT = `SELECT v.volume_id, v.size_gb, a.vm_id FROM simulated.live_volume live JOIN simulated.volume v USING (volume_id)
     LEFT JOIN simulated.volume_attachment a USING (volume_id)`;

const find = statement("simulated_volume_find", `${SELECT} WHERE v.volume_id = ANY ($1::text[]) AND v.provider = $2`);
const list = statement(
  "simulated_volume_list",
  `${SELECT} WHERE v.provider = $3 AND v.volume_id > $1 ORDER BY v.volume_id LIMIT $2`,
);

async function findVolumes(world: World, volumeIds: readonly string[], signal: AbortSignal): Promise<StoredVolume[]> {
  const rows = await world.query(signal, find, [volumeIds, world.provider]);
  return rows.map(toStoredVolume);
}

async function listVolumes(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<StoredVolume[]> {
  const rows = await world.query(signal, list, [page.after, page.limit, world.provider]);
  return rows.map(toStoredVolume);
}

function toStoredVolume(row: RowOf<typeof find | typeof list>): StoredVolume {
  return { volumeId: row.volume_id, sizeGb: row.size_gb, attachedVmId: row.vm_id };
}
