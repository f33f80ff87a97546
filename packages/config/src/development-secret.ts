import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The secret of a development installation: made on first use, kept in the data folder, readable by its owner alone.
 * Several processes start at once, so it appears whole (written beside, then linked) and the first one stays.
 */
export function developmentSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    const mine = `${path}.${process.pid}`;
    writeFileSync(mine, randomBytes(32).toString("hex"), { mode: 0o600 });
    try {
      linkSync(mine, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(mine, { force: true });
    }
  }
  return readFileSync(path, "utf8");
}
