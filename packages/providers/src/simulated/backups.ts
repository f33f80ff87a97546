import { text } from "node:stream/consumers";
import { statement } from "@fulmar/prisma";
import { instanceNotFound, ProviderError, recoveryPointNotFound } from "../ports/provider-error.ts";
import type { BackupFile, BackupSpec, CaptureVolume, PointRef, VolumeCopy } from "../ports/recovery-port.ts";
import { writeDisks } from "./disks.ts";
import { keepRecord } from "./site-record.ts";
import type { World } from "./world.ts";

/** SQL: the content of a volume `v` in a backup: the nearest content in the chain back to the full backup. */
export const held = (backupId: string) => `(WITH RECURSIVE chain (backup_id, parent_backup_id, content, depth) AS (
     SELECT b.backup_id, b.parent_backup_id, b.content, 0 FROM simulated.backup b
      WHERE b.backup_id = ${backupId} AND b.volume_id = v.volume_id
      UNION ALL
     SELECT b.backup_id, b.parent_backup_id, b.content, c.depth + 1
       FROM chain c JOIN simulated.backup b ON b.backup_id = c.parent_backup_id AND b.volume_id = v.volume_id
      WHERE c.content IS NULL
   ) SELECT content FROM chain WHERE content IS NOT NULL ORDER BY depth LIMIT 1)`;

// A fifth of each volume is in use, and a fiftieth changes between two backups. An existing backup stays as it is.
const create = statement(
  "simulated_backup",
  `WITH made AS (INSERT INTO simulated.backup AS b (backup_id, volume_id, vm_id, parent_backup_id, content, size_bytes,
                                                    provider)
  SELECT $backup_id, v.volume_id, i.vm_id, $parent_backup_id,
         CASE WHEN held.content IS DISTINCT FROM now.content THEN now.content END,
         v.size_gb * 1073741824::bigint / CASE WHEN held.content IS NULL THEN 5 ELSE 50 END, $provider
    FROM simulated.live_instance i, unnest($volume_ids::text[], $sizes_gb::int[]) AS v (volume_id, size_gb)
    LEFT JOIN simulated.disk d ON d.volume_id = v.volume_id,
         LATERAL (SELECT coalesce(d.content, '') AS content) AS now,
         LATERAL (SELECT ${held("$parent_backup_id")} AS content) AS held
   WHERE i.vm_id = $vm_id AND ($parent_backup_id::text IS NULL OR EXISTS (
           SELECT FROM simulated.backup p WHERE p.backup_id = $parent_backup_id AND p.vm_id = i.vm_id))
      ON CONFLICT (backup_id, volume_id) DO UPDATE SET vm_id = b.vm_id
  RETURNING volume_id, size_bytes), ${keepRecord("$backup_id")}
  SELECT volume_id, size_bytes FROM made`,
);

/**
 * SQL: the volumes `v` of a list that a snapshot or a backup of a VM has in the world `$provider`, with their content. The
 * ids of snapshots and backups differ.
 */
export const captured = (volumes: string, pointId: string, vmId: string) => `
  SELECT v.volume_id, s.content FROM ${volumes} JOIN simulated.snapshot s ON s.volume_id = v.volume_id
   WHERE s.vm_id = ${vmId} AND s.snapshot_id = ${pointId} AND s.provider = $provider
   UNION ALL
  SELECT v.volume_id, ${held(pointId)} FROM ${volumes}
   WHERE EXISTS (SELECT FROM simulated.backup b
                  WHERE b.vm_id = ${vmId} AND b.backup_id = ${pointId} AND b.volume_id = v.volume_id
                    AND b.provider = $provider)`;

const readContent = statement(
  "simulated_point_content",
  captured("unnest($volume_ids::text[]) AS v (volume_id)", "$point_id", "$vm_id"),
  { present: ["volume_id"] }, // The parameter is a list of ids.
);

// An existing backup stays as it is.
const bring = statement(
  "simulated_backup_import",
  `INSERT INTO simulated.backup (backup_id, volume_id, vm_id, content, size_bytes, provider)
   SELECT $backup_id, f.volume_id, $vm_id, f.content, octet_length(f.content), $provider
     FROM unnest($volume_ids::text[], $contents::text[]) AS f (volume_id, content)
       ON CONFLICT (backup_id, volume_id) DO NOTHING`,
);

const remove = statement(
  "simulated_backup_delete",
  `WITH children AS (SELECT FROM simulated.backup WHERE parent_backup_id = $backup_id), gone AS (
    DELETE FROM simulated.backup WHERE vm_id = $vm_id AND backup_id = $backup_id AND NOT EXISTS (SELECT FROM children)
    RETURNING backup_id),
  records AS (DELETE FROM simulated.recovery_record WHERE id IN (SELECT backup_id FROM gone))
  SELECT EXISTS (SELECT FROM children) AS in_use`,
);

const kept = statement(
  "simulated_backup_kept",
  "SELECT volume_id, size_bytes FROM simulated.backup WHERE vm_id = $vm_id AND backup_id = $backup_id",
);

const instanceThere = statement(
  "simulated_backup_instance",
  "SELECT FROM simulated.live_instance WHERE vm_id = $vm_id",
);

export async function createBackup(
  world: World,
  vmId: string,
  backup: BackupSpec,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<VolumeCopy[]> {
  const { backupId, parentBackupId, record } = backup;
  const rows = await world.query(signal, create, {
    vm_id: vmId,
    backup_id: backupId,
    parent_backup_id: parentBackupId,
    volume_ids: volumes.map((volume) => volume.volumeId),
    sizes_gb: volumes.map((volume) => volume.sizeGb),
    record: JSON.stringify(record),
    provider: world.provider,
  });
  // Without an instance, nothing is captured: what is there already stays.
  const copies = rows.length > 0 ? rows : await world.query(signal, kept, { vm_id: vmId, backup_id: backupId });
  if (copies.length === 0) throw await whyNoBackup(world, vmId, signal);
  return copies.map((row) => ({
    volumeId: row.volume_id,
    ref: `${backupId}/${row.volume_id}`,
    sizeBytes: row.size_bytes,
  }));
}

export async function restoreBackup(
  world: World,
  vmId: string,
  backupId: string,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<void> {
  const contents = await contentsOf(world, vmId, { kind: "backup", id: backupId }, volumes, signal);
  await writeDisks(world, vmId, volumes, contents, signal);
}

/** A simulated disk is a text, and so is its export. */
export async function* exportPoint(
  world: World,
  vmId: string,
  point: PointRef,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): AsyncGenerator<BackupFile> {
  const contents = await contentsOf(world, vmId, point, volumes, signal);
  for (const { volumeId, role, sizeGb } of volumes) {
    const bytes = Buffer.from(contents.get(volumeId) ?? "");
    async function* content() {
      yield bytes;
    }
    yield {
      name: `${role === "root" ? "root" : volumeId}.txt`,
      volumeId,
      ...{ role, sizeGb },
      format: "simulated",
      sizeBytes: bytes.length,
      content: content(),
    };
  }
}

/** All files are read before the one statement that makes the backup. */
export async function importBackup(
  world: World,
  vmId: string,
  backupId: string,
  files: AsyncIterable<BackupFile>,
  signal: AbortSignal,
): Promise<void> {
  const brought: { readonly volumeId: string; readonly disk: string }[] = [];
  for await (const { volumeId, content } of files) brought.push({ volumeId, disk: await text(content) });
  await world.query(signal, bring, {
    backup_id: backupId,
    vm_id: vmId,
    volume_ids: brought.map(({ volumeId }) => volumeId),
    contents: brought.map(({ disk }) => disk),
    provider: world.provider,
  });
}

async function contentsOf(
  world: World,
  vmId: string,
  { kind, id }: PointRef,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = volumes.map((volume) => volume.volumeId);
  const rows = await world.query(signal, readContent, {
    vm_id: vmId,
    point_id: id,
    volume_ids: ids,
    provider: world.provider,
  });
  const contents = new Map(
    rows.flatMap(({ volume_id, content }) => (content === null ? [] : [[volume_id, content] as const])),
  );
  if (contents.size < volumes.length) throw recoveryPointNotFound(kind);
  return contents;
}

export async function deleteBackup(world: World, vmId: string, backupId: string, signal: AbortSignal): Promise<void> {
  const [row] = await world.query(signal, remove, { vm_id: vmId, backup_id: backupId });
  if (row?.in_use === true) {
    throw new ProviderError("backup_in_use", "Later backups depend on this one; delete those first.", {
      retryable: false,
    });
  }
}

async function whyNoBackup(world: World, vmId: string, signal: AbortSignal): Promise<ProviderError> {
  const found = await world.query(signal, instanceThere, { vm_id: vmId });
  if (found.length === 0) return instanceNotFound();
  return new ProviderError(
    "parent_backup_not_found",
    "The provider no longer has the backup that this one would depend on; run a full backup.",
    {
      retryable: false,
    },
  );
}
