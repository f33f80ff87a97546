import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { exportBackup } from "@fulmar/core/operator";
import type { Actions, Surroundings } from "../actions.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { readPassphrase } from "../backup/sealed-keys.ts";
import { takeBackup } from "../backup/take-backup.ts";
import { command, UsageError } from "../program.ts";

const PROGRESS_MS = 1_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** `admin backup` itself backs up the control plane; its command `export` is about a backup of a VM. */
export const backup = ({ answering }: Actions) =>
  command(
    "backup",
    "Back up the control plane into a new folder: the database, the keys that open its sealed values, and the list " +
      "of objects' files",
  )
    // Not a required option of Commander, which would ask `admin backup export` for it, too.
    .option("--to <FOLDER>", "the new folder; needed")
    .option("--passphrase-file <FILE>", "its first line seals the keys in the backup; needed to open them again")
    .option("--without-keys", "leave the keys out, because you keep FULMAR_SECRET and the master keys elsewhere")
    .action(
      answering(async ({ database, configuration, env }, { to, passphraseFile, withoutKeys }) => {
        if (to === undefined) throw new UsageError("The option --to is missing.");
        if ((passphraseFile === undefined) === (withoutKeys === undefined))
          throw new UsageError("Give --passphrase-file for the keys, or --without-keys if you keep them elsewhere.");
        const passphrase = passphraseFile === undefined ? undefined : readPassphrase(passphraseFile);
        const manifest = await takeBackup(database, configuration, { into: to, passphrase, env });
        return {
          folder: resolve(to),
          backup_id: manifest.backup_id,
          taken_at: manifest.taken_at,
          bytes: String(manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)),
          object_files: String(manifest.objects.files),
          keys: manifest.keys ? "sealed under the passphrase" : "not in the backup",
        };
      }),
    )
    .addCommand(
      command("export", "Export a backup from its site, as a tar archive of its volumes: see docs/lxd.md")
        .requiredOption("--backup <ID>", "the backup")
        .requiredOption("--file <FILE>", "the file to write")
        .option("--force", "replace an existing file")
        .action(
          answering(async ({ database, configuration, err, signals }, { backup, file, force }) => {
            if (force === undefined && existsSync(file))
              throw new UsageError(`The file ${file} already exists; use --force to replace it.`);
            // The file gets its final name when it is complete, so a file with that name can be trusted.
            const partial = `${file}.partial`;
            const interrupted = new AbortController();
            const stop = () => interrupted.abort(new UsageError("The export was interrupted; no file was left."));
            for (const signal of SIGNALS) signals.once(signal, stop);
            try {
              const { bytes, sha256 } = await exportBackup(database, configuration, backup, (archive, signal) =>
                writeTo(partial, archive, err, AbortSignal.any([signal, interrupted.signal])),
              );
              await rename(partial, file);
              return { backup_id: backup, file, bytes: String(bytes), sha256 };
            } catch (error) {
              await rm(partial, { force: true });
              throw interrupted.signal.aborted ? interrupted.signal.reason : error;
            } finally {
              for (const signal of SIGNALS) signals.off(signal, stop);
            }
          }),
        ),
    );

export const restore = ({ configured }: Actions) =>
  command(
    "restore",
    "Restore a backup of the control plane into an empty database; sites are fenced until you resume them: " +
      "see docs/restore.md",
  )
    .requiredOption("--from <FOLDER>", "the folder of the backup")
    .option("--keys-to <FOLDER>", "a new folder for the secret and the master keys of the backup")
    .option("--passphrase-file <FILE>", "the passphrase of the keys, in its first line")
    .action(
      configured(async ({ configuration, env }, { from, keysTo, passphraseFile }) => {
        const { manifest, migrations, keys } = await restoreBackup(configuration, {
          from,
          keysTo,
          passphraseFile,
          env,
        });
        return {
          backup_id: manifest.backup_id,
          taken_at: manifest.taken_at,
          installation_id: manifest.installation_id,
          object_files: String(manifest.objects.files),
          migrations,
          keys: keys.map(({ state, check, sentence }) => ({ state, check, sentence })),
          next: "Put the keys in place, start the processes, then see `admin site list` and `admin object-store check`.",
        };
      }),
    );

/** The file is readable only by the user who runs the command, because it contains customer data. */
async function writeTo(
  file: string,
  archive: AsyncIterable<Uint8Array>,
  err: Surroundings["err"],
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const progress = setInterval(() => err.isTTY && err.write(`\r${Math.round(bytes / 1e6)} MB written `), PROGRESS_MS);
  try {
    const measure = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(archive, measure, createWriteStream(file, { mode: 0o600 }), { signal });
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    clearInterval(progress);
    if (err.isTTY) err.write("\r\x1b[K");
  }
}
