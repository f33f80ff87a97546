import { type FileLedger, UPLOAD_DAYS } from "@fulmar/core/object-store";
import type { ObjectFiles } from "./object-files.ts";

const BATCH = 500;

export interface SweepLimits {
  /** Files without a row are left alone for so long after they were last written to: their row may still come. */
  readonly orphanMs: number;
  /** Files that rows have named stay for so long behind the last that did: who has read that row opens them yet. */
  readonly freedSeconds: number;
}

const SWEEP_LIMITS: SweepLimits = { orphanMs: 15 * 60 * 1000, freedSeconds: 60 };

/**
 * Takes off the disk what no row names (any more), and ends uploads in parts that were forgotten. What it does can be
 * cut off anywhere.
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
    // Forgotten when it is gone: cut off in between, it is found again.
    await ledger.forget(freed);
    if (freed.length < BATCH) return;
  }
}

/** After a crash: those whose row was committed stay, the others go. */
async function sweepLeftBehind(files: ObjectFiles, ledger: FileLedger, orphanMs: number): Promise<void> {
  const left = await files.leftBehind(orphanMs);
  for (let index = 0; index < left.length; index += BATCH) {
    const batch = left.slice(index, index + BATCH);
    const known = await ledger.known(batch);
    for (const fileId of batch) await (known.has(fileId) ? files.forgetIncoming(fileId) : files.discard(fileId));
  }
}
