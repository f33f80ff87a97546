import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/** Replaces a file at once and durably. Only its owner can read it. */
export function replaceFile(path: string, text: string): void {
  const next = `${path}.next`;
  const file = openSync(next, "w", 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
}

/** A file's text, if it is there. A file of /proc is also gone (ESRCH) when its process ends between open and read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return;
    throw error;
  }
}
