import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CatalogFile } from "@fulmar/contract";

/** The starter catalog of this release. Development begins with it; an operator may import it, or a file made of it. */
export function starterCatalog(): CatalogFile {
  return CatalogFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, "starter-catalog.json"), "utf8")));
}
