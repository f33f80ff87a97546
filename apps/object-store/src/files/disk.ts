import { constants } from "node:fs";
import { copyFile, link, open, unlink } from "node:fs/promises";

/** Gives a file a second name; where the file system takes no more of them, a copy of its own. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // A file has 65,000 names at most on ext4.
    if (!hasCode(error, "EMLINK")) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await sync(to);
  }
}

/** Has what a file holds, or the names in a folder, on the disk when it resolves. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a name; one that is not there is gone already. */
export async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

/** One that has gone meanwhile is as one that was written to just now: it is left alone. */
export function absent(error: unknown): { ctimeMs: number } {
  if (!hasCode(error, "ENOENT")) throw error;
  return { ctimeMs: Number.POSITIVE_INFINITY };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
