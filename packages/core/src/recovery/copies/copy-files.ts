import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type BackupFile, type CaptureVolume, ProviderError } from "@fulmar/providers";
import { LeaseLost } from "../../work/lease.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { type CapturedVolume, parseDataVolumes, typeOf, VOLUME_TYPES, volumesOf } from "../captured-volumes.ts";
import { newSession } from "./chunk-pack.ts";
import { bytesOf, type CopiedFile, CopiedFiles, CopyManifest, manifestName, sealManifest } from "./copy-manifest.ts";
import { lockDestination, type OpenDestination, withDestination } from "./destination-access.ts";
import { earlierChunks } from "./earlier-chunks.ts";
import { NeededObjects, ObjectSet } from "./needed-objects.ts";
import { ChunkWriter } from "./write-chunks.ts";

/** A copy that a worker makes, and which attempt at it this is. */
interface Attempt {
  readonly workspace_id: bigint;
  readonly copy_id: string;
  readonly attempts: number;
}

/** SQL: the copy is still the worker's that has made this attempt. That of a removed destination is gone. */
export const HELD =
  "workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND attempts = $attempts AND status = 'waiting'";

const source = statement(
  "backup_copy_source",
  `SELECT c.object_id, c.backup_id, c.taken_at, b.storage_backend, b.source_disk_size_gb, b.data_volumes,
          v.vm_id, v.name, v.type::text, v.plan_id, v.template_id, v.os_type, v.os_distro,
          d.destination_id, d.endpoint, d.region, d.bucket, c.prefix, d.sealed_access,
          ${VOLUME_TYPES} AS volume_types
     FROM backup_copy c
     JOIN backup_destination d ON d.workspace_id = c.workspace_id AND d.destination_id = c.destination_id
     JOIN backup b ON b.workspace_id = c.workspace_id AND b.backup_id = c.backup_id
     JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE c.workspace_id = $workspace_id::bigint AND c.copy_id = $copy_id`,
  { present: ["prefix"] },
);

// The copy that this one is based on is chosen once, so that its objects stay. Where somebody has removed its manifest,
// its row is gone, and what was written by it counts no more.
const begin = statement(
  "backup_copy_begin",
  `WITH base AS (
     SELECT b.copy_id FROM backup_copy c
       JOIN backup_copy b ON b.workspace_id = c.workspace_id AND b.destination_id = c.destination_id
        AND b.prefix = c.prefix AND b.vm_id = c.vm_id AND b.own AND b.copy_id <> c.copy_id
        AND (b.copy_id = c.base_copy_id OR (b.status = 'copied' AND b.uses IS NOT NULL))
      WHERE c.workspace_id = $workspace_id::bigint AND c.copy_id = $copy_id
      ORDER BY b.copy_id = c.base_copy_id DESC NULLS LAST, b.taken_at DESC, b.copy_id DESC LIMIT 1
   ), chosen AS (SELECT (SELECT copy_id FROM base) AS copy_id)
   UPDATE backup_copy c
      SET sessions = c.sessions || $session::text, base_copy_id = chosen.copy_id,
          files = CASE WHEN c.base_copy_id <> coalesce(chosen.copy_id, '') THEN '[]' ELSE c.files END,
          uses = CASE WHEN c.base_copy_id <> coalesce(chosen.copy_id, '') THEN NULL ELSE c.uses END
     FROM chosen WHERE c.${HELD.replaceAll(" AND ", " AND c.")}
   RETURNING c.files, c.uses, c.sessions, c.manifest,
             (SELECT b.manifest FROM backup_copy b
               WHERE b.workspace_id = c.workspace_id AND b.copy_id = c.base_copy_id) AS base_manifest`,
);

const keep = statement(
  "backup_copy_keep_file",
  `UPDATE backup_copy SET files = files || $file::jsonb, uses = $uses::jsonb WHERE ${HELD} RETURNING 1 AS held`,
);

// From then on, every attempt writes this manifest, so that a late one can write no other.
const decide = statement(
  "backup_copy_decide",
  `UPDATE backup_copy c SET manifest = $manifest::jsonb
    WHERE c.${HELD.replaceAll(" AND ", " AND c.")}
      AND (c.base_copy_id IS NULL OR EXISTS (
            SELECT FROM backup_copy b WHERE b.workspace_id = c.workspace_id AND b.copy_id = c.base_copy_id))
   RETURNING 1 AS held`,
);

type Source = RowOf<typeof source>;

/**
 * Writes a copy to its bucket: file after file what no earlier copy has, and the manifest last, so that half a copy is
 * none. What is there stays there when the worker ends.
 * @throws ProviderError, LeaseLost
 */
export async function copyFiles(services: WorkerServices, attempt: Attempt, signal: AbortSignal) {
  const { workspace_id, copy_id } = attempt;
  const row = await services.database.sql.maybe(source, { workspace_id, copy_id });
  if (row === undefined) throw new LeaseLost();
  const session = newSession();
  const place = { workspace_id, destination_id: row.destination_id };
  const begun = await services.database.transaction(async ({ sql }) => {
    await lockDestination(sql, place);
    return sql.maybe(begin, { ...attempt, session });
  });
  if (begun === undefined) throw new LeaseLost();
  return withDestination(services, row, async (destination) => {
    const manifest =
      begun.manifest === null
        ? await filesCopied(services, { attempt, row, begun, session }, destination, signal)
        : CopyManifest.parse(begun.manifest);
    const sealed = await sealManifest(destination.key, manifest);
    await destination.bucket.put(`${destination.prefix}${manifestName(row.object_id)}`, sealed, signal);
    return { size_bytes: BigInt(bytesOf(manifest.files).stored + sealed.length) };
  });
}

interface Begun {
  readonly attempt: Attempt;
  readonly row: Source;
  readonly begun: RowOf<typeof begin>;
  readonly session: string;
}

async function filesCopied(
  services: WorkerServices,
  { attempt, row, begun, session }: Begun,
  destination: OpenDestination,
  signal: AbortSignal,
): Promise<CopyManifest> {
  const { sql } = services.database;
  const { recovery } = await services.provider(row.storage_backend);
  const captured = parseDataVolumes(row);
  const volumes = volumesOf(captured);
  const files = CopiedFiles.parse(begun.files);
  const uses = new ObjectSet(NeededObjects.parse(begun.uses ?? {}));
  const own = new Set(begun.sessions);
  const left = volumes.slice(files.length);
  if (left.length > 0) {
    const earlier = begun.base_manifest === null ? undefined : CopyManifest.parse(begun.base_manifest);
    const former = begun.sessions.filter((id) => id !== session);
    const known = await earlierChunks(destination, earlier, former, signal);
    const writer = new ChunkWriter(destination, session, known, signal);
    const point = { kind: "backup", id: row.backup_id, plain: true } as const;
    for await (const file of recovery.exportPoint(row.vm_id, point, left, signal)) {
      requireNext(volumes[files.length], file);
      const copied = await copyFile(writer, file, { uses, own });
      files.push(copied);
      const kept = { file: JSON.stringify(copied), uses: JSON.stringify(uses.toNeeded()) };
      if ((await sql.maybe(keep, { ...attempt, ...kept })) === undefined) throw new LeaseLost();
    }
  }
  const manifest = manifestOf(row, captured.data_volumes, files);
  const decided = await services.database.transaction(async (transaction) => {
    await lockDestination(transaction.sql, { workspace_id: attempt.workspace_id, destination_id: row.destination_id });
    return isDecided(transaction.sql, attempt, manifest);
  });
  if (!decided)
    throw new ProviderError(
      "copy_base_gone",
      "Somebody has removed an earlier copy from the bucket, of which this one needs parts; they are written anew.",
      { retryable: true },
    );
  return manifest;
}

async function isDecided(sql: Sql, attempt: Attempt, manifest: CopyManifest): Promise<boolean> {
  return (await sql.maybe(decide, { ...attempt, manifest: JSON.stringify(manifest) })) !== undefined;
}

function requireNext(wanted: CaptureVolume | undefined, { volumeId }: BackupFile): void {
  if (wanted?.volumeId !== volumeId) throw new Error(`the site exported ${volumeId} out of turn`);
}

async function copyFile(
  writer: ChunkWriter,
  { volumeId, role, format, sizeGb, content }: BackupFile,
  { uses, own }: { readonly uses: ObjectSet; readonly own: ReadonlySet<string> },
): Promise<CopiedFile> {
  const { index, sizeBytes, sha256, objects } = await writer.write(content, sizeGb);
  let [stored_bytes, new_bytes] = [0, 0];
  for (const object of objects) {
    if (uses.has(object)) continue;
    uses.add(object);
    stored_bytes += object.bytes;
    if (own.has(object.session)) new_bytes += object.bytes;
  }
  return { role, volume_id: volumeId, format, size_bytes: sizeBytes, sha256, index, stored_bytes, new_bytes };
}

function manifestOf(row: Source, data: readonly CapturedVolume[], files: CopiedFile[]): CopyManifest {
  return CopyManifest.parse({
    format: "fulmar-copy/2",
    object_id: row.object_id,
    provider: kindOfSite(row.storage_backend),
    taken_at: row.taken_at.toISOString(),
    backup_id: row.backup_id,
    vm: {
      ...{ vm_id: row.vm_id, name: row.name, type: row.type, plan_id: row.plan_id, template_id: row.template_id },
      ...{ os_type: row.os_type, os_distro: row.os_distro, disk_gb: row.source_disk_size_gb },
    },
    volumes: data.map(({ volume_id, name, size_gb }) => {
      return { volume_id, name, size_gb, type: typeOf(row.volume_types, volume_id) };
    }),
    files,
  });
}

/** The kind of a site, by the name of its provider: what one of the kind exports, another reads. */
export function kindOfSite(provider: string): string {
  return provider.split(":")[0] ?? provider;
}
