import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A secret of a development installation, 64 hexadecimal digits, created on first use and readable by its owner alone.
 * Several processes start at once, so the file appears atomically (written beside, then linked), and the first one
 * stays.
 */
export function ensureDevelopmentFile(path: string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
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
