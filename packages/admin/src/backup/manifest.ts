import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

/** A backup cannot be taken or restored. The message is one sentence that says what to do. */
export class BackupRefusal extends Error {
  override readonly name = "BackupRefusal";
}

/** The files of a backup's folder. */
export const FILES = {
  manifest: "manifest.json",
  database: "database.dump",
  objects: "objects.jsonl",
  keys: "keys.json",
} as const;

const Part = z.object({ file: z.string().regex(/^[\w.-]+$/), bytes: z.int(), sha256: z.string() });
export type Part = z.infer<typeof Part>;

/** A backup, and the sums by which its files are checked. */
export const Manifest = z.object({
  /** Of the format of the folder. */
  format: z.literal(1),
  backup_id: z.string(),
  /** When the database was as the dump has it. */
  taken_at: z.iso.datetime(),
  /** The release that took it; `repository` when it was taken by the sources. */
  version: z.string(),
  /** Null before a worker has named the installation. */
  installation_id: z.string().nullable(),
  database: z.object({
    /** As the server says it, such as 18.4. */
    version: z.string(),
    major: z.int(),
    /** Those that the database has. */
    migrations: z.array(z.string()),
  }),
  /** The master keys that wrap its data keys. Without them secrets cannot be read. */
  master_key_ids: z.array(z.string()),
  /** Whether the keys are in the backup, under a passphrase. */
  keys: z.boolean(),
  objects: z.object({ files: z.int() }),
  parts: z.array(Part),
});
export type Manifest = z.infer<typeof Manifest>;

/** Size and SHA-256 of a file. */
export async function measure(folder: string, file: string): Promise<Part> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(createReadStream(join(folder, file)), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { file, bytes, sha256: hash.digest("hex") };
}

/**
 * Reads a backup's manifest and checks each file against it.
 * @throws BackupRefusal that names what is missing or changed
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  for (const part of manifest.parts) {
    const { bytes, sha256 } = await measure(folder, part.file).catch((cause: unknown) => {
      throw new BackupRefusal(`The backup ${folder} lacks its file ${part.file}; take another copy of it.`, { cause });
    });
    if (bytes !== part.bytes || sha256 !== part.sha256)
      throw new BackupRefusal(`The file ${part.file} of the backup ${folder} was changed; take another copy of it.`);
  }
  return manifest;
}

function readManifest(folder: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, FILES.manifest), "utf8")));
  } catch (cause) {
    throw new BackupRefusal(
      `${folder} is not the folder of a backup that this version can read: ${FILES.manifest} is missing or another.`,
      { cause },
    );
  }
}
