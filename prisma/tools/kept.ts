import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where expensive results are kept that depend on nothing but their inputs: images, downloaded and built programs. It
 * is not the checkout's, so that a new clone finds them: FULMAR_CACHE_DIR, or `fulmar` in the user's cache. The users
 * of a server, which is not root, have to reach what root keeps.
 */
function cacheFolder(): string {
  const { FULMAR_CACHE_DIR, XDG_CACHE_HOME } = process.env;
  if (FULMAR_CACHE_DIR) return FULMAR_CACHE_DIR;
  return join(process.getuid?.() === 0 ? "/var/cache" : XDG_CACHE_HOME || join(homedir(), ".cache"), "fulmar");
}

/**
 * The folder of what was made from these inputs, such as `…/debian-12-1f0c93ab2d44`.
 * @param make fills a new folder beside it, which gets that name when it is complete. It is called where the folder is
 * missing, by two processes at once too: the first to end wins.
 */
export async function kept(
  name: string,
  inputs: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify(inputs)).digest("hex").slice(0, 12);
  const folder = join(cacheFolder(), `${name}-${digest}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder(), { recursive: true });
  const fresh = mkdtempSync(join(cacheFolder(), "new-"));
  try {
    await make(fresh);
    place(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

function place(fresh: string, folder: string): void {
  chmodSync(fresh, 0o755);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
