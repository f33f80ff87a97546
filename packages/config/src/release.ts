import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file that `npm run release` writes. A repository has none. */
const VERSION_FILE = join(import.meta.dirname, "../../../VERSION");

/** The version of the installed release. Undefined: these are the sources. */
export function releaseVersion(): string | undefined {
  return existsSync(VERSION_FILE) ? readFileSync(VERSION_FILE, "utf8").trim() : undefined;
}
