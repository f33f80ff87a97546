import { createHash } from "node:crypto";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type BackupFile, type CaptureVolume, ProviderError } from "@fulmar/providers";
import { DUE, retryDelayMs } from "../../work/due.ts";
import { SiteFenced } from "../../work/fence.ts";
import { LEASE, LeaseLost, whileLeased } from "../../work/lease.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { type CapturedVolume, parseDataVolumes, typeOf, VOLUME_TYPES, volumesOf } from "../captured-volumes.ts";
import { type CopiedFile, CopiedFiles, CopyManifest, fileName, manifestName, sealManifest } from "./copy-manifest.ts";
import { type OpenDestination, withDestination } from "./destination-access.ts";
import { sealedBytes, sealObject } from "./sealed-object.ts";

/** Copies that are made at the same time, over all workers. */
const LANES = ["1", "2", "3", "4"];
/** How long one attempt may take. The next one goes on with the file that it was at. */
const ATTEMPT_MS = 6 * 3_600_000;
const RETRY = { firstMs: 10_000, mostMs: 1_800_000 };
/** How long a copy is tried. */
const TRIED = "interval '24 hours'";
const AT_SITE = "The site takes no work at the moment; the copy goes on when it does.";

const plan = statement(
  "backup_copy_plan",
  `INSERT INTO backup_copy (copy_id, workspace_id, destination_id, object_id, own, backup_id, vm_id, vm_name, vm_type,
                            taken_at, copy_at)
   SELECT $copy_id, b.workspace_id, p.destination_id, $copy_id, true, b.backup_id, v.vm_id, v.name, v.type,
          b.created_at, now()
     FROM backup b JOIN backup_policy p ON p.workspace_id = b.workspace_id AND p.policy_id = b.policy_id
     JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.backup_id = $backup_id AND b.status = 'succeeded'
      AND p.destination_id IS NOT NULL`,
);

const claim = statement(
  "backup_copy_claim",
  `UPDATE backup_copy c SET attempts = c.attempts + 1, copy_at = ${LEASE}
     FROM (SELECT workspace_id, copy_id FROM backup_copy WHERE copy_at <= ${DUE}
            ORDER BY copy_at, copy_id LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
    WHERE c.workspace_id = due.workspace_id AND c.copy_id = due.copy_id
   RETURNING c.workspace_id, c.copy_id, c.attempts, c.created_at < now() - ${TRIED} AS is_over`,
);

const source = statement(
  "backup_copy_source",
  `SELECT c.object_id, c.files, c.backup_id, c.taken_at, b.storage_backend, b.source_disk_size_gb, b.data_volumes,
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

/** SQL: the copy is still the worker's that has made this attempt. That of a removed destination is gone. */
const HELD =
  "workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND attempts = $attempts AND status = 'waiting'";

const renew = statement(
  "backup_copy_renew",
  `UPDATE backup_copy SET copy_at = ${LEASE} WHERE ${HELD} RETURNING 1 AS held`,
);

const keep = statement(
  "backup_copy_keep_file",
  `UPDATE backup_copy SET files = files || $file::jsonb WHERE ${HELD} RETURNING 1 AS held`,
);

// The destination is looked at anew, for copies that are more than it keeps.
const end = statement(
  "backup_copy_end",
  `WITH done AS (
     UPDATE backup_copy
        SET status = CASE WHEN $error_message::text IS NULL THEN 'copied' ELSE 'failed' END, copy_at = NULL,
            manifest = $manifest::jsonb, size_bytes = $size_bytes::bigint, files = '[]', waiting_reason = NULL,
            error_message = $error_message, copied_at = CASE WHEN $error_message IS NULL THEN now() END
      WHERE ${HELD} RETURNING workspace_id, destination_id
   )
   UPDATE backup_destination d SET check_at = least(d.check_at, now()) FROM done
    WHERE d.workspace_id = done.workspace_id AND d.destination_id = done.destination_id`,
);

const later = statement(
  "backup_copy_later",
  `UPDATE backup_copy SET copy_at = now() + $in_ms::int * interval '1 millisecond',
          waiting_reason = coalesce($reason, waiting_reason) WHERE ${HELD}`,
);

type Claim = RowOf<typeof claim>;
type Source = RowOf<typeof source>;
interface Place {
  readonly workspace_id: bigint;
  readonly copy_id: string;
  readonly attempts: number;
}

/** Has a backup copied that has succeeded, if its policy names a destination. In the transaction that ends the backup. */
export async function planCopy(sql: Sql, workspace_id: bigint, backup_id: string, copy_id: string): Promise<void> {
  await sql.query(plan, { workspace_id, backup_id, copy_id });
}

/** Copies backups to the buckets of their destinations (docs/adr/0156). */
export const copyBackups: Reconciler<WorkerServices> = {
  name: "copy-backups",
  everyMs: 2_000,
  lanes: async () => LANES,
  async run(services, signal) {
    const { sql } = services.database;
    for (let next = await sql.maybe(claim); next !== undefined; next = await sql.maybe(claim))
      await copy(services, next, signal);
  },
};

async function copy(services: WorkerServices, { is_over, ...place }: Claim, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  try {
    const done = await whileLeased(
      async () => (await sql.maybe(renew, place)) !== undefined,
      (lost) => copyFiles(services, place, AbortSignal.any([signal, lost, AbortSignal.timeout(ATTEMPT_MS)])),
    );
    await sql.query(end, { ...place, ...done, error_message: null });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // Another worker goes on at once.
    if (signal.aborted) await sql.query(later, { ...place, in_ms: 0, reason: null });
    signal.throwIfAborted();
    if (error instanceof SiteFenced) {
      await sql.query(later, { ...place, in_ms: RETRY.firstMs, reason: AT_SITE });
      return;
    }
    const isTold = error instanceof ProviderError;
    const told = isTold ? error.message : "An error of the installation; whoever operates it can read it in the logs.";
    if (is_over || (isTold && !error.retryable))
      await sql.query(end, { ...place, manifest: null, size_bytes: null, error_message: told });
    else await sql.query(later, { ...place, in_ms: retryDelayMs(place.attempts, RETRY), reason: told });
    if (!isTold) throw error;
  }
}

/** The manifest comes last, so that half a copy is none. */
async function copyFiles(services: WorkerServices, place: Place, signal: AbortSignal) {
  const { sql } = services.database;
  const { workspace_id, copy_id } = place;
  const row = await sql.maybe(source, { workspace_id, copy_id });
  if (row === undefined) throw new LeaseLost();
  const { recovery } = await services.provider(row.storage_backend);
  const captured = parseDataVolumes(row);
  const volumes = volumesOf(captured);
  const files = CopiedFiles.parse(row.files);
  return withDestination(services, row, async (destination) => {
    const left = volumes.slice(files.length);
    for await (const file of recovery.exportPoint(row.vm_id, { kind: "backup", id: row.backup_id }, left, signal)) {
      requireNext(volumes[files.length], file);
      const copied = await copyFile(destination, fileName(row.object_id, files.length), file, signal);
      files.push(copied);
      if ((await sql.maybe(keep, { ...place, file: JSON.stringify(copied) })) === undefined) throw new LeaseLost();
    }
    const manifest = manifestOf(row, captured.data_volumes, files);
    const sealed = await sealManifest(destination.key, manifest);
    await destination.bucket.put(`${destination.prefix}${manifestName(row.object_id)}`, sealed, signal);
    const bytes = files.reduce((sum, file) => sum + sealedBytes(file.size_bytes), sealed.length);
    return { manifest: JSON.stringify(manifest), size_bytes: BigInt(bytes) };
  });
}

function requireNext(wanted: CaptureVolume | undefined, { volumeId }: BackupFile): void {
  if (wanted?.volumeId !== volumeId) throw new Error(`the site exported ${volumeId} out of turn`);
}

async function copyFile(
  { bucket, prefix, key }: OpenDestination,
  name: string,
  { volumeId, role, format, sizeBytes, content }: BackupFile,
  signal: AbortSignal,
): Promise<CopiedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* summed() {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  await bucket.upload(`${prefix}${name}`, sealObject(key, name, summed()), sealedBytes(sizeBytes), signal);
  return { role, volume_id: volumeId, format, size_bytes: bytes, sha256: hash.digest("hex") };
}

function manifestOf(row: Source, data: readonly CapturedVolume[], files: CopiedFile[]): CopyManifest {
  return CopyManifest.parse({
    format: "fulmar-copy/1",
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
