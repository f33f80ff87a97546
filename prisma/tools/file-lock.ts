import { DatabaseSync } from "node:sqlite";

export interface FileLock {
  release(): void;
}

/**
 * Locks a file for one exclusive holder or any number of shared ones. Undefined when another process is in the way.
 * Uses SQLite, because its locks are the operating system's: they end with the process, even with kill -9, so none is
 * ever stale.
 */
export function tryLock(path: string, kind: "exclusive" | "shared"): FileLock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec(kind === "exclusive" ? "BEGIN EXCLUSIVE" : "BEGIN; SELECT count(*) FROM sqlite_schema");
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (error instanceof Error && /locked/.test(error.message)) return undefined;
    throw error;
  }
}
