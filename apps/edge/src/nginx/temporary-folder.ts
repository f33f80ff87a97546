import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readIfThere, replaceFile } from "../replace-file.ts";

/**
 * A folder with a short path, for the sockets of a server that ends with the agent: that of an agent that was killed
 * before, so that its server is taken over, or a new one.
 * @param folder the agent's own, which remembers it
 */
export function temporaryFolder(folder: string): string {
  const note = join(folder, "temporary-folder");
  const former = readIfThere(note);
  if (former !== undefined && existsSync(former)) return former;
  const made = mkdtempSync(join(tmpdir(), "fulmar-edge-"));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(note, made);
  return made;
}
