import { open, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { newestFiles, readStoreFolder, registerStoreFolder } from "@fulmar/core/embedded-store";
import { newId } from "@fulmar/core/object-store";
import type { Sql } from "@fulmar/prisma";
import { sync } from "./disk.ts";
import type { ObjectFiles } from "./object-files.ts";

const STORE_ID = /^store_[0-9a-z]{26}$/;
/** How many of the newest files are looked for where a database has no folder yet. */
const LOOKED_FOR = 20;

/**
 * Checks that a folder is the one whose files the database names. A database without a folder takes the first one that
 * has its files.
 * @throws Error with a sentence for the operator
 */
export async function requireOwnFolder(sql: Sql, files: ObjectFiles, folder: string): Promise<void> {
  const storeId = await storeIdOf(folder);
  const own = { storeId, host: hostname(), folder };
  const before = await readStoreFolder(sql);
  if (before === undefined && !(await hasFiles(sql, files)))
    throw new Error(
      `The folder ${folder} has none of the files that the database names; start the object store with the folder ` +
        "that has them (FULMAR_DATA_DIR). If they are lost, run `fulmar admin object-store release --yes` first.",
    );
  const registered = await registerStoreFolder(sql, own);
  if (registered.store_id !== storeId)
    throw new Error(
      `The database belongs to the folder ${registered.folder} on ${registered.host}, and not to ${folder}; ` +
        "start the object store with that folder (FULMAR_DATA_DIR), wherever it is now. " +
        "If it is lost, run `fulmar admin object-store release --yes` first.",
    );
}

async function hasFiles(sql: Sql, files: ObjectFiles): Promise<boolean> {
  const named = await newestFiles(sql, LOOKED_FOR);
  if (named.length === 0) return true;
  for (const fileId of named) if (await files.has(fileId)) return true;
  return false;
}

/** The id in the folder's own file, which is written at the first start. */
async function storeIdOf(folder: string): Promise<string> {
  const path = join(folder, "store-id");
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(`${newId("store")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await sync(folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const storeId = (await readFile(path, "utf8")).trim();
  if (!STORE_ID.test(storeId)) throw new Error(`The file ${path} is damaged; restore it from a backup of the folder.`);
  return storeId;
}
