import { constants } from "node:fs";
import { copyFile, link, open, unlink } from "node:fs/promises";

/** Links a file under a second name. Copies it where the file system allows no more links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // ext4 allows 65,000 links to a file.
    if (!hasCode(error, "EMLINK")) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await sync(to);
  }
}

/** Syncs a file's content or a folder's entries to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a name, if it exists. */
export async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

/** Stands for a file that does not exist. */
export function noFile(error: unknown): undefined {
  if (!hasCode(error, "ENOENT")) throw error;
}

/** A file that has gone meanwhile counts as just written, so it is left alone. */
export function absent(error: unknown): { ctimeMs: number } {
  if (!hasCode(error, "ENOENT")) throw error;
  return { ctimeMs: Number.POSITIVE_INFINITY };
}

/** Whether an error of the file system has this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
