import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FileDamage, FileLedger, FileScrub, FileToScrub } from "@fulmar/core/embedded-store";
import type { Logger } from "@fulmar/http";
import type { ObjectFiles } from "./object-files.ts";
import { plainBytes } from "./read-range.ts";

const BATCH = 100;

export interface ScrubLimits {
  /** From the beginning of one pass to the beginning of the next. */
  readonly everyDays: number;
  /** A file of the folder without a row counts as stray after this long: until then it may be on its way. */
  readonly strayMs: number;
}

const SCRUB_LIMITS: ScrubLimits = { everyDays: 7, strayMs: 24 * 3_600_000 };

interface Scrubbing {
  readonly files: ObjectFiles;
  readonly scrub: FileScrub;
  readonly ledger: FileLedger;
  readonly logger: Logger;
  /** The most bytes a second. 0 rereads nothing. */
  readonly bytesPerSecond: number;
  /** Aborted when this process is about to end. The next one goes on where it was. */
  readonly leaving: AbortSignal;
}

/**
 * Rereads all files, once a week, and compares them with the MD5s of their writing. What is damaged or missing is
 * recorded and logged. Files that no row names are counted and kept: nothing that holds data is deleted because it is
 * not known.
 */
export async function scrubFiles(
  { files, scrub, ledger, logger, bytesPerSecond, leaving }: Scrubbing,
  { everyDays, strayMs }: ScrubLimits = SCRUB_LIMITS,
): Promise<void> {
  if (bytesPerSecond === 0) return;
  let position = await scrub.position(everyDays);
  if (position === undefined) return;
  const pace: Pace = async (bytes) => {
    await delay((bytes / bytesPerSecond) * 1000, undefined, { signal: leaving }).catch(() => undefined);
    return !leaving.aborted;
  };
  while (!leaving.aborted) {
    const batch = await scrub.files(position, BATCH);
    for (const file of batch) {
      if (leaving.aborted) return;
      await scrubFile(files, scrub, logger, file, pace);
      position = file.file_id;
    }
    if (batch.length < BATCH) break;
    await scrub.advance(position);
  }
  if (leaving.aborted) return;
  const strays = await strayFiles(files, ledger, strayMs);
  if (strays.length > 0)
    logger.warn({ count: strays.length, files: strays.slice(0, 10) }, "no row names these files; they are kept");
  await scrub.end(strays.length);
}

/** Waits as long as reading this many bytes may take. @returns whether to go on */
type Pace = (bytes: number) => Promise<boolean>;

async function scrubFile(
  files: ObjectFiles,
  scrub: FileScrub,
  logger: Logger,
  { file_id: fileId, md5: known, damage: before }: FileToScrub,
  pace: Pace,
): Promise<void> {
  const found = await files.holding([fileId], () => readWhole(files, fileId, pace));
  if (found === undefined) return;
  const { md5, damage: unread } = found;
  const damage = unread ?? (known !== null && md5 !== known ? "changed" : null);
  const isNew = damage !== before || (known === null && md5 !== null);
  if (isNew && (await scrub.record(fileId, md5, damage)) && damage !== null)
    logger.error({ file_id: fileId, damage }, `a file of an object is ${damage}`);
}

/** @returns undefined if it was stopped before the end */
async function readWhole(
  files: ObjectFiles,
  fileId: string,
  pace: Pace,
): Promise<{ md5: string | null; damage: FileDamage | null } | undefined> {
  try {
    const file = await files.open(fileId);
    try {
      const { size: length } = await file.stat();
      const hash = createHash("md5");
      for await (const piece of plainBytes(file, { fileId, start: 0, length })) {
        hash.update(piece);
        if (!(await pace(piece.length))) return undefined;
      }
      return { md5: hash.digest("hex"), damage: null };
    } finally {
      await file.close();
    }
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return { md5: null, damage: isMissing ? "missing" : "unreadable" };
  }
}

/** The files of the folder that no row names. */
async function strayFiles(files: ObjectFiles, ledger: FileLedger, strayMs: number): Promise<string[]> {
  const strays: string[] = [];
  for await (const fileIds of files.settledBefore(strayMs)) {
    const known = await ledger.known(fileIds);
    strays.push(...fileIds.filter((fileId) => !known.has(fileId)));
  }
  return strays;
}
