import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "../../../../VERSION");

/** The version of the installed release; of a repository, that it is one. */
export function releaseVersion(): string {
  return existsSync(FILE) ? readFileSync(FILE, "utf8").trim() : "repository";
}
