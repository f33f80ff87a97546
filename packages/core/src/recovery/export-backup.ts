import { createHash, type Hash } from "node:crypto";
import type { Configuration } from "@fulmar/config";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import type { BackupFile } from "@fulmar/providers";
import { conflict, DomainError } from "../request/domain-error.ts";
import { asOperator } from "../site/index.ts";
import { SiteProviders } from "../work/site-providers.ts";
import { parseDataVolumes, volumesOf } from "./captured-volumes.ts";
import { type ArchivedFile, tarOf } from "./tar-archive.ts";

const TIMEOUT_MS = 6 * 3_600_000;

const find = statement(
  "backup_to_export",
  `SELECT b.backup_id, b.vm_id, v.name AS vm_name, v.site_id, b.status::text, b.type::text, b.storage_backend,
          b.source_disk_size_gb, b.data_volumes, b.finished_at
     FROM backup b JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.backup_id = $backup_id AND b.deleted_at IS NULL`,
);

type BackupRow = RowOf<typeof find>;

/**
 * Exports a whole backup from its site. An export of an incremental backup needs no other either. The archive has one
 * file per volume, as the site exports it, and then `manifest.json` with their descriptions and checksums.
 * @param write receives the bytes of a tar archive, and throws when the signal is aborted
 * @throws DomainError 404; 409 for a backup that has not succeeded; 503 with the server's message
 */
export async function exportBackup<Written>(
  database: Pick<Database, "sql" | "pool">,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  backupId: string,
  write: (archive: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<Written>,
): Promise<Written> {
  const backup = await database.sql.maybe(find, { backup_id: backupId });
  if (backup === undefined) throw new DomainError("not_found", "There is no such backup; check its id.");
  const { finished_at } = backup;
  if (backup.status !== "succeeded" || finished_at === null)
    throw conflict("backup_not_succeeded", "The backup has not succeeded: there is nothing to export.");
  const providers = new SiteProviders(database, configuration);
  try {
    return await asOperator(async (signal) => {
      const { recovery } = await providers.get(backup.storage_backend);
      const files = recovery.exportPoint(
        backup.vm_id,
        { kind: "backup", id: backupId },
        volumesOf(parseDataVolumes(backup)),
        signal,
      );
      return write(tarOf(archived(backup, files), finished_at), signal);
    }, TIMEOUT_MS);
  } finally {
    await providers.close();
  }
}

async function* archived(backup: BackupRow, files: AsyncIterable<BackupFile>): AsyncGenerator<ArchivedFile> {
  const listed: Record<string, string | number>[] = [];
  for await (const { name, volumeId, role, format, sizeBytes, content } of files) {
    const hash = createHash("sha256");
    yield { name, sizeBytes, content: through(hash, content) };
    listed.push({ file: name, volume_id: volumeId, role, format, size_bytes: sizeBytes, sha256: hash.digest("hex") });
  }
  const { backup_id, vm_id, vm_name, site_id, type, finished_at } = backup;
  const manifest = {
    format: "fulmar-backup/1",
    backup_id,
    type,
    vm_id,
    vm_name,
    site_id,
    taken_at: finished_at?.toISOString(),
    files: listed,
  };
  const content = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  yield { name: "manifest.json", sizeBytes: content.length, content: [content] };
}

async function* through(hash: Hash, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
