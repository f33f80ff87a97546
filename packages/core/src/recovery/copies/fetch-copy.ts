import { createHash } from "node:crypto";
import { statement } from "@fulmar/prisma";
import { type BackupFile, ProviderError, type RecoveryPort } from "@fulmar/providers";
import type { WorkerServices } from "../../work/worker-services.ts";
import { type CopiedFile, CopyManifest, fileName } from "./copy-manifest.ts";
import { type OpenDestination, withDestination } from "./destination-access.ts";
import { damaged, readChunks } from "./read-chunks.ts";
import { openObject, UnopenedObject } from "./sealed-object.ts";

const find = statement(
  "backup_copy_to_fetch",
  `SELECT c.object_id, c.manifest, d.destination_id, d.endpoint, d.region, d.bucket, c.prefix, d.sealed_access
     FROM backup_copy c
     JOIN backup_destination d ON d.workspace_id = c.workspace_id AND d.destination_id = c.destination_id
    WHERE c.workspace_id = $workspace_id::bigint AND c.copy_id = $copy_id AND c.manifest IS NOT NULL`,
  { present: ["prefix"] },
);

interface WantedCopy {
  readonly workspaceId: bigint;
  readonly copyId: string;
  /** What the copy becomes at the site. */
  readonly backupId: string;
}

/**
 * Brings a copy from its bucket to a site, as a backup there. Each chunk is checked before the site gets it, and each
 * file as a whole before the site has all of it.
 * @throws ProviderError
 */
export async function fetchCopy(
  services: WorkerServices,
  recovery: RecoveryPort,
  { workspaceId, copyId, backupId }: WantedCopy,
  signal: AbortSignal,
): Promise<void> {
  const row = await services.database.sql.maybe(find, { workspace_id: workspaceId, copy_id: copyId });
  if (row === undefined)
    throw new ProviderError("copy_gone", "The copy, or its destination, is no longer there; choose another copy.", {
      retryable: false,
    });
  const { vm, files, volumes } = CopyManifest.parse(row.manifest);
  const sizes = [vm.disk_gb, ...volumes.map(({ size_gb }) => size_gb)];
  await withDestination(services, row, (destination) =>
    recovery.importBackup(vm.vm_id, backupId, filesOf(destination, row.object_id, files, sizes, signal), signal),
  );
}

async function* filesOf(
  destination: OpenDestination,
  objectId: string,
  files: readonly CopiedFile[],
  sizes: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<BackupFile> {
  for (const [place, file] of files.entries()) {
    yield {
      // Never a text of the manifest.
      name: `file-${place}`,
      ...{ volumeId: file.volume_id, role: file.role, format: file.format, sizeBytes: file.size_bytes },
      sizeGb: sizes[place] ?? 0,
      content: summed(contentOf(destination, fileName(objectId, place), file, signal), file),
    };
  }
}

async function* contentOf(
  destination: OpenDestination,
  name: string,
  { index }: CopiedFile,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (index !== undefined) return yield* readChunks(destination, index, signal);
  const { bucket, prefix, key } = destination;
  try {
    yield* openObject(key, name, await bucket.read(`${prefix}${name}`, signal));
  } catch (error) {
    throw error instanceof UnopenedObject ? damaged(name, error) : error;
  }
}

/** The content, whose end comes only when it is the one of the manifest. */
async function* summed(
  content: AsyncIterable<Uint8Array>,
  { volume_id, size_bytes, sha256 }: CopiedFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    if (bytes > size_bytes) break;
    yield chunk;
  }
  if (bytes !== size_bytes || hash.digest("hex") !== sha256)
    throw new ProviderError(
      "copy_unreadable",
      `The content of ${volume_id} in the copy is not the one that its manifest names; choose another copy.`,
      { retryable: false },
    );
}
