import type { FileLedger } from "@fulmar/core/embedded-store";
import { UPLOAD_DAYS } from "@fulmar/core/object-store";
import type { ObjectFiles } from "./object-files.ts";

const BATCH = 500;

export interface SweepLimits {
  /** The grace period of files without a row since their last write, because the row may still be committed. */
  readonly orphanMs: number;
  /** The grace period of files that rows no longer name, because readers of a row may still open them. */
  readonly freedSeconds: number;
}

const SWEEP_LIMITS: SweepLimits = { orphanMs: 15 * 60 * 1000, freedSeconds: 60 };

/**
 * Removes files that rows do not or no longer name, and ends abandoned multipart uploads. It can be interrupted at any
 * point.
 */
export async function sweep(
  files: ObjectFiles,
  ledger: FileLedger,
  { orphanMs, freedSeconds }: SweepLimits = SWEEP_LIMITS,
): Promise<void> {
  await sweepLeftBehind(files, ledger, orphanMs);
  while ((await ledger.abortOldUploads(UPLOAD_DAYS, BATCH)) === BATCH);
  for (;;) {
    const freed = await ledger.freed(freedSeconds, files.inUse, BATCH);
    for (const fileId of freed) await files.discard(fileId);
    // Forgotten only after removal, so that an interrupted sweep finds it again.
    await ledger.forget(freed);
    if (freed.length < BATCH) return;
  }
}

/**
 * After a crash, keeps files whose row was committed and removes the others. A database that was restored may lack rows
 * that were committed, so files of the time before are all kept, and the scrub counts them.
 */
async function sweepLeftBehind(files: ObjectFiles, ledger: FileLedger, orphanMs: number): Promise<void> {
  const since = await files.followedSince(await ledger.history());
  const left = await files.leftBehind(orphanMs);
  for (let index = 0; index < left.length; index += BATCH) {
    const batch = left.slice(index, index + BATCH);
    const known = await ledger.known(batch.map(({ fileId }) => fileId));
    for (const { fileId, writtenAt } of batch)
      await (known.has(fileId) || writtenAt <= since ? files.forgetIncoming(fileId) : files.discard(fileId));
  }
}
