import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { exportBackup } from "@fulmar/core/operator";
import { command, UsageError } from "../program.ts";
import { answering } from "../run-command.ts";

const PROGRESS_MS = 1_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export const backupCommands = [
  command("export", "Export a backup from its site, as a tar archive of its volumes: see docs/lxd.md")
    .requiredOption("--backup <ID>", "the backup")
    .requiredOption("--file <FILE>", "the file to write")
    .option("--force", "replace an existing file")
    .action(
      answering(async ({ database, configuration }, { backup, file, force }) => {
        if (force === undefined && existsSync(file))
          throw new UsageError(`The file ${file} already exists; use --force to replace it.`);
        // The file gets its final name when it is complete, so a file with that name can be trusted.
        const partial = `${file}.partial`;
        const interrupted = new AbortController();
        const stop = () => interrupted.abort(new UsageError("The export was interrupted; no file was left."));
        for (const signal of SIGNALS) process.once(signal, stop);
        try {
          const { bytes, sha256 } = await exportBackup(database, configuration, backup, (archive, signal) =>
            writeTo(partial, archive, AbortSignal.any([signal, interrupted.signal])),
          );
          await rename(partial, file);
          return { backup_id: backup, file, bytes: String(bytes), sha256 };
        } catch (error) {
          await rm(partial, { force: true });
          throw interrupted.signal.aborted ? interrupted.signal.reason : error;
        } finally {
          for (const signal of SIGNALS) process.off(signal, stop);
        }
      }),
    ),
];

/** The file is readable only by the user who runs the command, because it contains customer data. */
async function writeTo(
  file: string,
  archive: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const progress = setInterval(
    () => process.stderr.isTTY && process.stderr.write(`\r${Math.round(bytes / 1e6)} MB written `),
    PROGRESS_MS,
  );
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
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }
}
